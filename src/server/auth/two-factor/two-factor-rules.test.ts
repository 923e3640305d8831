import { expect, it } from 'vitest';
import {
  codeOf,
  findStep,
  isTimeCode,
  plainCode,
  recoveryCodeOf,
  stepAt,
  toBase32,
  uriOf,
} from './two-factor-rules.ts';

// Test vectors of RFC 6238, appendix B, for SHA-1. The codes there have eight digits; ours are the last six.
const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('The time-based code at %i seconds is %s, as in RFC 6238.', (seconds, code) => {
  const now = new Date(seconds * 1000);
  expect(codeOf(secret, stepAt(now))).toBe(code);
  expect(findStep(code, secret, now)).toBe(stepAt(now));
});

it('A time-based code is accepted 30 seconds early or late, but not 61.', () => {
  const at = (seconds: number) => findStep('005924', secret, new Date((1_234_567_890 + seconds) * 1000));
  expect(at(-30)).toBeDefined();
  expect(at(30)).toBeDefined();
  expect(at(-61)).toBeUndefined();
  expect(at(61)).toBeUndefined();
});

// RFC 4648, section 10.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('toBase32 encodes %j as %j.', (text, encoded) => expect(toBase32(Buffer.from(text))).toBe(encoded));

it('The otpauth link for an authenticator app names Qasid, the user name and the secret.', () =>
  expect(uriOf(secret, 'sadia.malik')).toBe(
    'otpauth://totp/Qasid:sadia.malik?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Qasid',
  ));

it('Recovery codes are distinguished from time-based codes, also with spaces or small letters.', () => {
  const code = recoveryCodeOf(Buffer.from('0123456789'));
  expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(plainCode(` ${code.toLowerCase()} `)).toBe(code.replaceAll('-', ''));
  expect(isTimeCode(plainCode('123 456'))).toBe(true);
  expect(isTimeCode(plainCode(code))).toBe(false);
});
