import { describe, expect, it } from 'vitest';
import { reasonOf } from '#shared/reasons.ts';
import type { Outcome } from '../port.ts';
import { outcomeOf } from './outcomes.ts';

const answered = (status: number, body?: unknown): Outcome => outcomeOf({ kind: 'answered', status, body });

describe('what an answer to a message means', () => {
  it.each([
    ['WAHA', { id: 'true_923001234567@c.us_3EB0AB', ack: 0 }],
    ['Baileys', { key: { id: '3EB0AB', fromMe: true } }],
    ['WhatsApp Web', { id: { _serialized: 'true_923001234567@c.us_3EB0AB', id: '3EB0AB' } }],
  ])('the id as %s gives it', (_engine, body) => {
    expect(answered(201, body)).toEqual({ kind: 'accepted', providerID: '3EB0AB' });
  });

  it.each([
    ['taken without an id', 201, {}, reasonOf('wahaNoID')],
    ['taken without JSON', 200, undefined, reasonOf('wahaNoID')],
    ['an error of its own', 500, { statusCode: 500 }, reasonOf('wahaBroken', { status: 500 })],
    ['a page of its proxy', 504, undefined, reasonOf('wahaBroken', { status: 504 })],
    ['a proxy without patience', 408, undefined, reasonOf('wahaBroken', { status: 408 })],
    ['another address', 301, undefined, reasonOf('wahaBroken', { status: 301 })],
  ])('%s: it may have been sent', (_what, status, body, reason) => {
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
  ])('%s: it was not', (_what, status, body, policy) => {
    expect(answered(status, body)).toMatchObject({ kind: 'rejected', policy });
  });

  it.each([
    ['beside the error', { exception: { message: 'page crashed' } }],
    [
      'in the message of the error',
      { exception: { message: 'failed: {"text":"reachout timelock, code 463"}' } },
    ],
  ])('An error that repeats our request is unclear, whatever our text says: %s.', (_where, error) => {
    const text = 'Please reach out to the office, the time-lock ends today. error 463, reachout timelock';
    const request = { path: '/api/sendText', method: 'POST', body: { chatId: '923001234567@c.us', text } };
    const reason = reasonOf('wahaBroken', { status: 500 });
    expect(answered(500, { statusCode: 500, ...error, request })).toEqual({ kind: 'unknown', reason });
  });

  it('The code of an error alone says that too many chats were begun.', () => {
    expect(answered(500, { error: { code: 463, message: 'failed' } })).toMatchObject({ code: '463' });
  });

  it('an amount in the text is no error of WhatsApp’s', () => {
    expect(answered(422, { message: 'cannot send "Rs. 463"' })).toMatchObject({ policy: 'failRequest' });
  });

  it('says the gateway’s own words, cut short', () => {
    const long = 'x'.repeat(500);
    expect(answered(400, { message: long })).toMatchObject({
      reason: reasonOf('wahaRefused', { why: 'x'.repeat(200) }),
    });
    expect(answered(400)).toMatchObject({ reason: reasonOf('wahaRefused', { why: '' }) });
  });
});
