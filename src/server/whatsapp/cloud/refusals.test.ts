import { expect, it } from 'vitest';
import { codeOf, makeReason, sayReason } from '#shared/messages/reasons.ts';
import { readExamples } from '../../../../test/support/graph-server.ts';
import { policies, policyOfCode } from '../error-codes.ts';
import { read } from './parts.ts';
import { graphError, readMissingNumber, readRefusal } from './refusals.ts';

type ErrorCode = { code: number; policy: string };
const codes = readExamples<ErrorCode[]>('error-codes').codes as ErrorCode[];
/** The product's own names for policies such as `RETRY_24H`. */
const ours: Record<string, string> = { RETRY_24H: 'retryTomorrow' };
const camel = (name: string) =>
  ours[name] ?? name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const say = (error: object, status?: number) => readRefusal(read(graphError, error)!, status);

it.each(codes)('Error code $code has a sentence and its policy $policy.', ({ code, policy }) => {
  const { reason } = say({ code });
  expect(codeOf(reason)).not.toBe('cloudRefused');
  expect(sayReason(reason)).toMatch(/^[A-Z].*\.$/);
  expect(policyOfCode(code)).toBe(camel(policy));
  expect(policies).toContain(camel(policy));
});

it('Only the known error codes have a sentence of their own.', () => {
  const bare = read(graphError, { code: 0 })!;
  const explained = Array.from({ length: 200_000 }, (_, code) => code)
    .filter((code) => code <= 200 || code > 299)
    .filter((code) => codeOf(readRefusal({ ...bare, code }).reason) !== 'cloudRefused');
  expect(explained).toEqual(codes.map(({ code }) => code).sort((one, other) => one - other));
});

it.each([
  ['rate_130429', '130429', 'retrySender'],
  ['pair_131056', '131056', 'retryPair'],
  ['param_132000', '132000', 'failRequest'],
  ['tpl_132001', '132001', 'pauseTemplate'],
  ['newline_132018', '132018', 'failRequest'],
  ['token_190', '190', 'fixToken'],
  ['transient_2', '2', 'retryTransient'],
])('Graph’s example error %s is read with its code %s and the policy %s.', (name, code, policy) => {
  const { error } = readExamples<{ error: object }>('graph-errors')[name]!;
  expect(say(error)).toMatchObject({ code, policy });
});

it('Error code 1 is retried only with status 500 or if it is marked as transient.', () => {
  expect(say({ code: 1 }).policy).toBe('failRequest');
  expect(say({ code: 1 }, 500).policy).toBe('retryTransient');
  expect(say({ code: 1, is_transient: true }).policy).toBe('retryTransient');
});

it('Error 131053 is retried if the other site failed or timed out, and not if it answered 404.', () => {
  const media = (details: string) => say({ code: 131053, error_data: { details } }).policy;
  expect(media('Downloading media from weblink failed with http code 503')).toBe('retryTransient');
  expect(media('Downloading media from weblink timed out')).toBe('retryTransient');
  expect(media('Downloading media from weblink failed with http code 404')).toBe('failRequest');
});

it('Error 100 with subcode 33 is read as an unknown number, and other errors 100 are not.', () => {
  const gone = read(graphError, { code: 100, error_subcode: 33 })!;
  expect(readMissingNumber(gone)).toEqual({ policy: 'pauseSender', reason: makeReason('numberUnknownNow') });
  expect(readMissingNumber(read(graphError, { code: 100 })!)).toBeUndefined();
  expect(readRefusal(gone).policy).toBe('failRequest');
});

it('All permission errors from 200 to 299 have the same reason.', () => {
  expect(say({ code: 299 }).reason).toBe(makeReason('morePermissions'));
});

it('The reason of a bad request contains WhatsApp’s own words.', () => {
  const { reason } = say({ code: 100, error_data: 'body: too long' });
  expect(reason).toBe(makeReason('badValue', { reported: 'body: too long' }));
  expect(sayReason(reason)).toMatch(/WhatsApp says: body: too long$/);
});

it('An unknown error code is shown in WhatsApp’s own words, shortened and without the access token.', () => {
  const token = `EAA${'bC3'.repeat(60)}`;
  const { reason, policy } = say({
    code: 987654,
    message: `(#987654) Odd\n thing with ${token} ${'and more '.repeat(80)}`,
  });
  expect(policy).toBe('failRequest');
  const sentence = sayReason(reason);
  expect(sentence).toMatch(/^WhatsApp refused it: Odd thing with …/);
  expect(sentence).not.toContain('EAA');
  expect(sentence.length).toBeLessThan(350);
  expect(sayReason(say({ code: 987654 }).reason)).toBe('WhatsApp refused it.');
});

it('An error code can be a text of digits, and no other text.', () => {
  expect(say({ code: '131026' }).policy).toBe('failRecipient');
  expect(read(graphError, { code: 'x' })).toBeUndefined();
});
