import { expect, it } from 'vitest';
import { allRights, noRights, roles } from '#shared/rights.ts';
import { isWithin, toKey } from './rules.ts';

const onlyView = { view: true, add: false, edit: false, delete: false, outbox: false };

it('a key is given what its maker has, and nothing else', () => {
  expect(isWithin(onlyView, roles.viewer)).toBe(true);
  expect(isWithin({ ...onlyView, add: true }, roles.viewer)).toBe(false);
  expect(isWithin({ ...onlyView, add: true, outbox: true }, allRights)).toBe(true);
  // Who administers alone has nothing to give.
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

it('a key is listed with what it may do, and whether it still opens', () => {
  expect(toKey(row, now)).toMatchObject({ rights: onlyView, isExpired: false, isMakerHere: true });
  expect(toKey({ ...row, expiresAt: now }, now).isExpired).toBe(true);
  expect(toKey({ ...row, expiresAt: '2026-11-20T00:00:00.001Z' }, now).isExpired).toBe(false);
});

it.each([{ disabledAt: now }, { makerViews: 0 }, { makerViews: null }])('its maker has left: %j', (more) =>
  expect(toKey({ ...row, ...more }, now).isMakerHere).toBe(false),
);
