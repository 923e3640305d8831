import { expect, it } from 'vitest';
import { codeOf, reasonOf, sayReason } from '#shared/reasons.ts';
import { readExamples } from '../../../../test/support/graph-server.ts';
import { policies, policyOfCode } from '../error-codes.ts';
import { read } from './parts.ts';
import { graphError, readMissingNumber, readRefusal } from './refusals.ts';

type Known = { code: number; policy: string };
const codes = readExamples<Known[]>('error-codes').codes as Known[];
/** `RETRY_24H` and its like, as the product calls them. */
const ours: Record<string, string> = { RETRY_24H: 'retryTomorrow' };
const camel = (name: string) =>
  ours[name] ?? name.toLowerCase().replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const say = (error: object, status?: number) => readRefusal(read(graphError, error)!, status);

it.each(codes)('$code has a sentence and its policy', ({ code, policy }) => {
  const { reason } = say({ code });
  expect(codeOf(reason)).not.toBe('cloudRefused');
  expect(sayReason(reason)).toMatch(/^[A-Z].*\.$/);
  expect(policyOfCode(code)).toBe(camel(policy));
  expect(policies).toContain(camel(policy));
});

it('no sentence is left without its code', () => {
  const bare = read(graphError, { code: 0 })!;
  const told = Array.from({ length: 200_000 }, (_, code) => code)
    .filter((code) => code <= 200 || code > 299)
    .filter((code) => codeOf(readRefusal({ ...bare, code }).reason) !== 'cloudRefused');
  expect(told).toEqual(codes.map(({ code }) => code).sort((one, other) => one - other));
});

it.each([
  ['rate_130429', '130429', 'retrySender'],
  ['pair_131056', '131056', 'retryPair'],
  ['param_132000', '132000', 'failRequest'],
  ['tpl_132001', '132001', 'pauseTemplate'],
  ['newline_132018', '132018', 'failRequest'],
  ['token_190', '190', 'fixToken'],
  ['transient_2', '2', 'retryTransient'],
])('Graph’s example %s is read', (name, code, policy) => {
  const { error } = readExamples<{ error: object }>('graph-errors')[name]!;
  expect(say(error)).toMatchObject({ code, policy });
});

it('1 is only tried again where WhatsApp had trouble', () => {
  expect(say({ code: 1 }).policy).toBe('failRequest');
  expect(say({ code: 1 }, 500).policy).toBe('retryTransient');
  expect(say({ code: 1, is_transient: true }).policy).toBe('retryTransient');
});

it('media of another site that had trouble is asked for again, other media not', () => {
  const media = (details: string) => say({ code: 131053, error_data: { details } }).policy;
  expect(media('Downloading media from weblink failed with http code 503')).toBe('retryTransient');
  expect(media('Downloading media from weblink timed out')).toBe('retryTransient');
  expect(media('Downloading media from weblink failed with http code 404')).toBe('failRequest');
});

it('a number that is not there is told from another wrong value', () => {
  const gone = read(graphError, { code: 100, error_subcode: 33 })!;
  expect(readMissingNumber(gone)).toEqual({ policy: 'pauseSender', reason: reasonOf('numberUnknownNow') });
  expect(readMissingNumber(read(graphError, { code: 100 })!)).toBeUndefined();
  expect(readRefusal(gone).policy).toBe('failRequest');
});

it('any missing permission has one sentence', () => {
  expect(say({ code: 299 }).reason).toBe(reasonOf('morePermissions'));
});

it('what is wrong with a request is told in WhatsApp’s words too', () => {
  const { reason } = say({ code: 100, error_data: 'body: too long' });
  expect(reason).toBe(reasonOf('badValue', { said: 'body: too long' }));
  expect(sayReason(reason)).toMatch(/WhatsApp says: body: too long$/);
});

it('a code that nobody knows is told in WhatsApp’s words, short and without secrets', () => {
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

it('the code may be written as digits, and nothing else', () => {
  expect(say({ code: '131026' }).policy).toBe('failRecipient');
  expect(read(graphError, { code: 'x' })).toBeUndefined();
});
