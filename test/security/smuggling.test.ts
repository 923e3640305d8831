/** Mass assignment: extra fields for rights, campuses, users and schools in request bodies. */
import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { allRights, noRights, roles } from '#shared/people/rights.ts';
import { expectFailure } from '../http/expectations.ts';
import { type CallName, fillCampus, ofOwnAccount, type Place, samples } from '../http/sample-inputs.ts';
import { makeBill } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { asLines, type CallRequest } from '../support/world.ts';
import { password, useTarget } from './target.ts';

const all = Object.entries(calls) as [CallName, Call][];
/** A sign-out would end the session for the next call; the others need what a sample cannot have. */
const apart: CallName[] = ['login', 'logout', 'setUp', ...ofOwnAccount];
const writing = all.filter(([name, { body, lines }]) => (body || lines) && !apart.includes(name));

describe.each(engines)('Smuggled fields on %s', (engine) => {
  const target = useTarget(engine);

  /** Fields that an attacker adds, hoping that they are stored. */
  const smuggledFields = (foreign: Place) => ({
    schoolID: 1,
    userID: 'somebody',
    createdBy: 'somebody',
    keyID: 'a-key',
    admin: true,
    isAdmin: 1,
    role: 'owner',
    importID: foreign.ids.import,
    senderID: `s${foreign.cID}`,
    db: foreign.db,
    cID: foreign.cID,
    disabledAt: null,
  });

  function withSmuggledFields(name: CallName, place: Place, foreign: Place): CallRequest {
    const request = samples[name](place);
    const more = smuggledFields(foreign);
    const add = (row: object) => ({ ...more, ...row });
    if ((calls[name] as Call).lines) {
      const [head = {}, ...rows] = String(request.body)
        .trim()
        .split('\n')
        .map((line): object => JSON.parse(line));
      return { ...request, ...asLines(add(head), rows.map(add)) };
    }
    return { ...request, body: add(request.body as object) };
  }

  const rowsOf = async (campusID: number) => {
    const { db } = target.world.deps.store;
    const tables = await db.introspection.getTables();
    const ofCampus = tables.filter(({ columns }) => columns.some(({ name }) => name === 'campusID'));
    const rows = await Promise.all(
      ofCampus.map(({ name }) =>
        db
          .selectFrom(name as 'group')
          .selectAll()
          .where('campusID', '=', campusID)
          .execute(),
      ),
    );
    return rows
      .flat()
      .map((row) => JSON.stringify(row))
      .sort();
  };

  it.each(writing)('Smuggled fields of %s reach no other campus and no right.', async (name, call) => {
    const place = await fillCampus(target.world, target.campus);
    const sister = await fillCampus(target.world, await target.campus.sister());
    const { db } = target.world.deps.store;
    const memberships = () =>
      db.selectFrom('membership').selectAll().where('userID', '=', target.head.userID).execute();
    const before = [await rowsOf(sister.cID), await memberships()];
    const { status } = await target.world.call(call, {
      ...withSmuggledFields(name, place, sister),
      token: target.head.token,
    });
    expect(status).not.toBe(500);
    expect([await rowsOf(sister.cID), await memberships()]).toEqual(before);
    const smuggled = JSON.stringify(await rowsOf(place.cID));
    expect(smuggled).not.toContain('"somebody"');
    expect(smuggled).not.toContain('a-key');
  });

  it('A billing for another campus is refused like one for a campus that does not exist.', async () => {
    const sister = await target.campus.sister();
    const clerk = { token: (await target.campus.user(roles.accounts)).token };
    const query = { db: target.campus.db };
    for (const campusID of [sister.id, 987_654_321]) {
      const group = { id: 0, name: 'A', month: 1, year: 2026, description: 'B', campusID };
      const body = { group, contacts: [makeBill()] };
      expectFailure(await target.world.call(calls.saveGroup, { ...clerk, query, body }), 'notFound');
      const here = { ...query, cID: target.campus.id };
      expectFailure(await target.world.call(calls.saveGroup, { ...clerk, query: here, body }), 'notFound');
    }
  });

  it('Smuggled rights are refused: on the own account, in another campus, or in another form.', async () => {
    const sister = await target.campus.sister();
    const { head, campus } = target;
    const person = await campus.user(noRights);
    const params = { id: person.userID };
    const tries = [
      { name: 'A', rights: [{ campusID: sister.id, rights: allRights }] },
      {
        name: 'A',
        rights: [
          { campusID: campus.id, rights: roles.viewer },
          { campusID: sister.id, rights: allRights },
        ],
      },
    ];
    for (const body of tries) expectFailure(await head.ask(calls.updatePerson, { params, body }), 'notFound');
    const odd = [
      { name: 'A', rights: [{ campusID: campus.id, rights: { ...allRights, owner: true } }] },
      { name: 'A', rights: [{ campusID: campus.id, rights: allRights, schoolID: 1 }] },
      { name: 'A', rights: [{ campusID: `${campus.id}`, rights: allRights }] },
      { name: 'A', rights: [{ campusID: campus.id, rights: { ...allRights, admin: 'true' } }] },
      { name: 'A', rights: { campusID: campus.id, rights: allRights } },
      { name: 'A', userName: 'another', rights: [{ campusID: campus.id, rights: allRights }] },
      { name: 'A', rights: [{ campusID: campus.id, rights: allRights }], disabledAt: null },
    ];
    for (const body of odd) expectFailure(await head.ask(calls.updatePerson, { params, body }), 'malformed');
    const lesser = { token: person.token, query: { db: campus.db, cID: campus.id } };
    const own = { current: password, password: 'another good password', admin: true };
    expectFailure(await target.world.call(calls.changePassword, { ...lesser, body: own }), 'malformed');
    const raised = { name: 'A', rights: [{ campusID: campus.id, rights: allRights }] };
    expectFailure(
      await target.world.call(calls.updatePerson, { ...lesser, params, body: raised }),
      'forbidden',
    );
    const query = (cID: unknown) => ({ ...lesser, query: { db: campus.db, cID } });
    expectFailure(
      await target.world.call(calls.listPeople, query(`${campus.id}&cID=${sister.id}`)),
      'malformed',
    );
  });

  it('A campus named twice or not as a number is refused.', async () => {
    const { campus, head, world } = target;
    const sister = await campus.sister();
    const ask = (search: string) =>
      fetch(`${world.address}/api/Groups?${search}`, { headers: { authorization: `Bearer ${head.token}` } });
    const twice = [
      `db=${campus.db}&cID=${campus.id}&cID=${sister.id}`,
      `db=${campus.db}&db=other&cID=${campus.id}`,
      `db=${campus.db}&cID[]=${campus.id}`,
      `db=${campus.db}&cID=${campus.id}.0`,
      `db=${campus.db}&cID=0${campus.id}`,
      `db=${campus.db}&cID=0x1`,
      `db=${campus.db}&cID=-1`,
      `db=${campus.db}&cID=1e0`,
      `db=${campus.db}&cID=${campus.id}%20`,
      `db=${campus.db}&cID=`,
    ];
    for (const search of twice) expect([search, (await ask(search)).status]).toEqual([search, 400]);
    expect((await ask(`db=${campus.db}&cID=${campus.id}`)).status).toBe(200);
  });
});
