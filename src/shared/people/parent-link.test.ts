import { expect, it } from 'vitest';
import { tokenOfLink } from './parent-link.ts';

const token = 'aB3_-aB3_-aB3_-aB3_-aB';

it.each([
  `https://fees.example.org/p/${token}`,
  ` HTTPS://fees.example.org/p/${token}\n`,
  `http://192.168.1.9:3000/p/${token}`,
  `https://example.org/school/fees/p/${token}/`,
  `https://fees.example.org/p/${token}?in=ur`,
  `https://fees.example.org/p/${token}/voucher/12`,
])('The text %j is read as the link of a parent’s page.', (text) => expect(tokenOfLink(text)).toBe(token));

it.each([
  '',
  token,
  `/p/${token}`,
  `https://fees.example.org/p/${token}x`,
  `https://fees.example.org/p/${token.slice(1)}`,
  `https://fees.example.org/q/${token}`,
  `https://p/${token}`,
  `Pay here: https://fees.example.org/p/${token}`,
  `https://fees.example.org/p/${token} please`,
  'https://fees.example.org/p/',
])('The text %j is not read as the link of a parent’s page.', (text) =>
  expect(tokenOfLink(text)).toBeUndefined(),
);

it('A long text that is no link is rejected within a second.', () => {
  const from = performance.now();
  expect(tokenOfLink(`https://a${'/p/x'.repeat(20_000)}`)).toBeUndefined();
  expect(performance.now() - from).toBeLessThan(1000);
});
