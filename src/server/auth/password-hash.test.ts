import { expect, it } from 'vitest';
import { computer } from '../runtime.ts';
import { makeHash, matchesHash } from './password-hash.ts';

// Made by better-auth 1.7.25.
const older = [
  [
    'long-enough-1',
    'f3e576cb47e0742b10f678cc976c73a5:d7f35f5630212bc478e30a55372ca6b7f6f26ee790c7eebbbe775a8e1b62d2c20c6dabed10ec31510ae663d2cf51fc83f9b13902149583eadd0bfd688d8a996c',
  ],
  [
    'Paſſwort ﬁ ① عائشہ',
    'cd494d677bb9182db570cacfc87ce9f1:b67cf371fb76ff8789e19129c56d0634ba73b7c90cda85c92947334aa3825639c43b24cdbe5626f299c2d80498b2d9b6a5dd4ee6aee89a2ca98fa30bc7f06fd5',
  ],
] as const;

it.each(older)('The hash of %s that better-auth made is still right.', async (password, hash) => {
  expect(await matchesHash(computer, password, hash)).toBe(true);
  expect(await matchesHash(computer, `${password} `, hash)).toBe(false);
});

it('A password in another Unicode form is the same password.', async () => {
  expect(await matchesHash(computer, 'Passwort fi 1 عائشہ', older[1][1])).toBe(true);
});

it('A new hash has the form of the older ones, a salt of its own, and only its password.', async () => {
  const [one, other] = [await makeHash(computer, 'long-enough'), await makeHash(computer, 'long-enough')];
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(one.split(':')[0]).not.toBe(other.split(':')[0]);
  expect(await matchesHash(computer, 'long-enough', one)).toBe(true);
  expect(await matchesHash(computer, 'long-enougH', one)).toBe(false);
});

it.each(['', ':', 'salt', 'salt:', ':00', `aa:${'0'.repeat(126)}`, `aa:${'z'.repeat(128)}`])(
  'No password matches the unreadable hash “%s”.',
  async (hash) => expect(await matchesHash(computer, '', hash)).toBe(false),
);
