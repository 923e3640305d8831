import { describe, expect, it } from 'vitest';
import { noRights, roles } from '#shared/people/rights.ts';
import { campusesLosingAdministrator, type Found, gatherPeople, type Member } from './people-rules.ts';

const stored = { view: 1, add: 1, edit: 0, delete: 0, outbox: 0, admin: 0 };
const member = (more: Partial<Member>): Member => ({
  userID: 'a',
  name: 'Ayesha',
  username: 'ayesha',
  invitedAt: null,
  disabledAt: null,
  linkUntil: null,
  twoFactorAt: null,
  campusID: 1,
  ...stored,
  ...more,
});

describe('People', () => {
  it('The rows of a person in several campuses become one person with the rights of each campus.', () => {
    const people = gatherPeople([
      member({ campusID: 1 }),
      member({ userID: 'b', name: 'Bilal' }),
      member({ campusID: 2, admin: 1 }),
    ]);
    expect(people.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(people[0]?.rights).toEqual([
      { campusID: 1, rights: roles.reception },
      { campusID: 2, rights: { ...roles.reception, admin: true } },
    ]);
  });

  it.each([
    [{}, 'active'],
    [{ invitedAt: '2026-11-01' }, 'invited'],
    [{ disabledAt: '2026-11-01' }, 'disabled'],
    [{ invitedAt: '2026-11-01', disabledAt: '2026-11-02' }, 'disabled'],
  ])('A person whose row says %o is %s.', (more, state) =>
    expect(gatherPeople([member(more)])[0]?.state).toBe(state),
  );
});

describe('Administrators', () => {
  const owner: Found = {
    id: 'a',
    name: 'Ayesha',
    userName: 'ayesha',
    state: 'active',
    hasTwoFactor: false,
    linkUntil: null,
    rights: [
      { campusID: 1, rights: roles.owner },
      { campusID: 2, rights: roles.owner },
      { campusID: 3, rights: roles.viewer },
    ],
  };

  it('A change of rights loses an administrator only in the campuses where it removes the right admin.', () => {
    expect(campusesLosingAdministrator(owner, [{ campusID: 2, rights: roles.accounts }])).toEqual([2]);
    expect(campusesLosingAdministrator(owner, [{ campusID: 3, rights: noRights }])).toEqual([]);
    expect(campusesLosingAdministrator(owner, [{ campusID: 1, rights: roles.owner }])).toEqual([]);
  });

  it('An invited or disabled person does not count as an administrator who would be lost.', () => {
    const after = [{ campusID: 1, rights: noRights }];
    expect(campusesLosingAdministrator({ ...owner, state: 'invited' }, after)).toEqual([]);
    expect(campusesLosingAdministrator({ ...owner, state: 'disabled' }, after)).toEqual([]);
  });
});
