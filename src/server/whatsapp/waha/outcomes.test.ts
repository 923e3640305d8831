import { describe, expect, it } from 'vitest';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Outcome } from '../port.ts';
import { outcomeOf } from './outcomes.ts';

const answered = (status: number, body?: unknown): Outcome => outcomeOf({ kind: 'answered', status, body });

describe('Answers of a WAHA gateway', () => {
  it.each([
    ['WAHA', { id: 'true_923001234567@c.us_3EB0AB', ack: 0 }],
    ['Baileys', { key: { id: '3EB0AB', fromMe: true } }],
    ['WhatsApp Web', { id: { _serialized: 'true_923001234567@c.us_3EB0AB', id: '3EB0AB' } }],
  ])('An answer with the id in the format of %s is accepted.', (_engine, body) => {
    expect(answered(201, body)).toEqual({ kind: 'accepted', providerID: '3EB0AB' });
  });

  it.each([
    ['accepted without an id', 201, {}, makeReason('wahaNoID')],
    ['accepted without JSON', 200, undefined, makeReason('wahaNoID')],
    ['an error of the gateway', 500, { statusCode: 500 }, makeReason('wahaBroken', { status: 500 })],
    ['a page of a proxy', 504, undefined, makeReason('wahaBroken', { status: 504 })],
    ['a timeout of a proxy', 408, undefined, makeReason('wahaBroken', { status: 408 })],
    ['a redirect', 301, undefined, makeReason('wahaBroken', { status: 301 })],
  ])('After the answer "%s" the message may have been sent.', (_what, status, body, reason) => {
    expect(answered(status, body)).toEqual({ kind: 'unknown', reason });
  });

  it.each([
    ['a wrong key', 401, {}, 'fixToken'],
    ['an unknown session', 404, { message: 'Session not found' }, 'pauseSender'],
    ['a session that was lost', 422, { status: 'SCAN_QR_CODE' }, 'pauseSender'],
    ['a session that is starting', 422, { status: 'STARTING' }, 'retryTransient'],
    ['something else', 422, { message: ['text must be a string'] }, 'failRequest'],
    ['too much at once', 429, {}, 'retrySender'],
    ['too many new chats', 500, { exception: { message: 'error 463' } }, 'pauseSender'],
    ['too many new chats, in words', 422, { message: 'account reachout timelock' }, 'pauseSender'],
  ])('After the answer "%s" the message was not sent.', (_what, status, body, policy) => {
    expect(answered(status, body)).toMatchObject({ kind: 'rejected', policy });
  });

  it.each([
    ['beside the error', { exception: { message: 'page crashed' } }],
    [
      'in the message of the error',
      { exception: { message: 'failed: {"text":"reachout timelock, code 463"}' } },
    ],
  ])('An error that repeats our request %s is unknown, whatever our text says.', (_where, error) => {
    const text = 'Please reach out to the office, the time-lock ends today. error 463, reachout timelock';
    const request = { path: '/api/sendText', method: 'POST', body: { chatId: '923001234567@c.us', text } };
    const reason = makeReason('wahaBroken', { status: 500 });
    expect(answered(500, { statusCode: 500, ...error, request })).toEqual({ kind: 'unknown', reason });
  });

  it('Error code 463 means that too many new chats were started.', () => {
    expect(answered(500, { error: { code: 463, message: 'failed' } })).toMatchObject({ code: '463' });
  });

  it('An amount of 463 in the text is not taken for error code 463.', () => {
    expect(answered(422, { message: 'cannot send "Rs. 463"' })).toMatchObject({ policy: 'failRequest' });
  });

  it('The reason has the gateway’s own words, cut to 200 characters.', () => {
    const long = 'x'.repeat(500);
    expect(answered(400, { message: long })).toMatchObject({
      reason: makeReason('wahaRefused', { why: 'x'.repeat(200) }),
    });
    expect(answered(400)).toMatchObject({ reason: makeReason('wahaRefused', { why: '' }) });
  });
});
