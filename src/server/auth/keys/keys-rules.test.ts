import { expect, it } from 'vitest';
import { allRights, noRights, roles } from '#shared/people/rights.ts';
import { isWithin, toKey } from './keys-rules.ts';

const onlyView = { view: true, add: false, edit: false, delete: false, outbox: false };

it('An API key can be given only rights that its maker has.', () => {
  expect(isWithin(onlyView, roles.viewer)).toBe(true);
  expect(isWithin({ ...onlyView, add: true }, roles.viewer)).toBe(false);
  expect(isWithin({ ...onlyView, add: true, outbox: true }, allRights)).toBe(true);
  // The right admin alone cannot be passed on.
  expect(isWithin(onlyView, { ...noRights, admin: true })).toBe(false);
});

const row = {
  id: 'a',
  name: 'Portal',
  ending: 'wxyz',
  perMinute: 300,
  createdAt: '2026-11-01T00:00:00.000Z',
  usedAt: null,
  expiresAt: null,
  maker: 'Ayesha',
  disabledAt: null,
  makerViews: 1,
  view: 1,
  add: 0,
  edit: 0,
  delete: 0,
  outbox: 0,
};
const now = '2026-11-20T00:00:00.000Z';

it('A listed API key shows its rights and whether it has expired.', () => {
  expect(toKey(row, now)).toMatchObject({ rights: onlyView, isExpired: false, isMakerHere: true });
  expect(toKey({ ...row, expiresAt: now }, now).isExpired).toBe(true);
  expect(toKey({ ...row, expiresAt: '2026-11-20T00:00:00.001Z' }, now).isExpired).toBe(false);
});

it.each([{ disabledAt: now }, { makerViews: 0 }, { makerViews: null }])(
  'A listed API key shows that its maker has left when the maker’s row says %j.',
  (more) => expect(toKey({ ...row, ...more }, now).isMakerHere).toBe(false),
);
