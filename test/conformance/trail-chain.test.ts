/** The trail cannot be edited, and forced changes or deletions are found. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../src/server/platform/db/store.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
import { sealTrail, verifyChain } from '../../src/server/trail/chain/chain.ts';
import { findHead } from '../../src/server/trail/chain/chain-queries.ts';
import type { StoredHead } from '../../src/server/trail/chain/chain-rules.ts';
import { recordChange } from '../../src/server/trail/trail.ts';
import { restoreMark } from '../../src/server/trail/trail-queries.ts';
import type { CampusInTest } from '../support/campus.ts';
import { engines } from '../support/engines.ts';
import { entriesOf, schoolOf, sealAll } from '../support/trail.ts';
import { createWorld, type World } from '../support/world.ts';

describe.each(engines)('Chain of the trail on %s', (engine) => {
  let world: World;
  let campus: CampusInTest;
  let db: Db;
  let schoolID: number;
  let count = 0;

  beforeAll(async () => {
    world = await createWorld(engine);
    db = world.deps.store.db;
  });
  beforeEach(async () => {
    campus = await world.school(`chain-${++count}`);
    schoolID = await schoolOf(db, campus.id);
  });
  afterAll(() => world.stop());

  const write = (title: string) =>
    inTransaction(campus.scope, (scope) =>
      recordChange(scope, {
        what: 'templateAdded',
        at: '2026-11-20T06:00:00.000Z',
        about: { kind: 'template', id: 1, name: title },
      }),
    );
  const writeSome = async (howMany = 5) => {
    for (let at = 1; at <= howMany; at += 1) await write(`نومبر ${at} \ud800`);
    await sealAll(db);
  };
  const heads = async (): Promise<StoredHead[]> => [{ ...(await findHead(db, schoolID)), where: 'here' }];
  const verify = async (storedHeads?: StoredHead[]) =>
    verifyChain(db, schoolID, storedHeads ?? (await heads()));
  const idAt = async (place: number) =>
    (await entriesOf(db, schoolID)).find((entry) => entry.place === place)?.id ?? 0;

  /** Runs the statement as somebody with all rights on the database can do. */
  async function force(statement: (id: number) => string, place = 3): Promise<void> {
    const id = await idAt(place);
    const off = engine === 'postgres' ? ['alter table trail disable trigger all'] : [];
    const on = engine === 'postgres' ? ['alter table trail enable trigger all'] : [];
    const triggers =
      engine === 'sqlite'
        ? (
            await sql<{ name: string; sql: string }>`
              select name, sql from sqlite_master where type = 'trigger' and tbl_name = 'trail'`.execute(db)
          ).rows
        : [];
    for (const { name } of triggers) off.push(`drop trigger "${name}"`);
    for (const trigger of triggers) on.push(trigger.sql);
    for (const text of [...off, statement(id), ...on]) await sql.raw(text).execute(db);
  }

  it('The chain of one school can be verified and has no entries of another school.', async () => {
    await writeSome();
    const other = await world.school(`other-${count}`);
    await inTransaction(other.scope, (scope) =>
      recordChange(scope, {
        what: 'templateAdded',
        at: '2026-11-20T06:00:00.000Z',
        about: { kind: 'template' },
      }),
    );
    await sealAll(db);
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 5 } });
    expect((await entriesOf(db, schoolID)).map(({ place }) => place)).toEqual([1, 2, 3, 4, 5]);
  });

  it('recordChange throws outside a transaction and names the change.', async () => {
    const alone = recordChange(campus.scope, {
      what: 'templateAdded',
      at: '2026-11-20T06:00:00.000Z',
      about: { kind: 'template' },
    });
    await expect(alone).rejects.toThrow('templateAdded');
  });

  it('A change that was rolled back leaves no entry in the trail.', async () => {
    const failing = inTransaction(campus.scope, async (scope) => {
      await recordChange(scope, {
        what: 'templateAdded',
        at: '2026-11-20T06:00:00.000Z',
        about: { kind: 'template' },
      });
      throw new Error('the change failed');
    });
    await expect(failing).rejects.toThrow('the change failed');
    expect(await entriesOf(db, schoolID)).toEqual([]);
  });

  it.each([
    ['editing a row', `update trail set "actorName" = 'nobody'`],
    ['giving it another seal', `update trail set hash = 'x'`],
    ['taking its seal away', 'update trail set hash = null, place = null'],
    ['deleting it', 'delete from trail'],
    ['a row with a seal of its own', sealedRow()],
    ['turning a head back', 'update trail_head set count = 1'],
    ['a head that stays where it is', `update trail_head set hash = 'x'`],
    ['deleting a head', 'delete from trail_head'],
  ])('SQL that tampers with the trail is refused: %s.', async (_what, text) => {
    await writeSome();
    await expect(sql.raw(text).execute(db)).rejects.toThrow('append-only');
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 5 } });
  });

  function sealedRow(): string {
    return `insert into trail ("schoolID", at, actor, "actorID", "actorName", what, kind, "aboutID", "aboutName",
      details, place, hash) values (1, '', 'user', '', '', '', '', '', '', '', 99, 'x')`;
  }

  it('An entry that is not sealed yet cannot be edited either.', async () => {
    await write('x');
    await expect(sql.raw(`update trail set what = 'x'`).execute(db)).rejects.toThrow('append-only');
    await expect(sql.raw(`update trail set what = 'x', place = 1, hash = 'x'`).execute(db)).rejects.toThrow(
      'append-only',
    );
    await sealAll(db);
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 1 } });
  });

  it('Replacing an entry or emptying the table is refused.', async () => {
    await writeSome();
    const id = await idAt(3);
    const text =
      engine === 'postgres'
        ? 'truncate trail'
        : `insert or replace into trail (id, "schoolID", at, actor, "actorID", "actorName", what, kind, "aboutID",
            "aboutName", details) values (${id}, 1, '', 'user', '', '', '', '', '', '', '')`;
    await expect(sql.raw(text).execute(db)).rejects.toThrow('append-only');
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 5 } });
  });

  it.each(['actorName', 'at', 'details', 'aboutName', 'address', 'what'])(
    'A forced change of the column %s is found and names its row.',
    async (column) => {
      await writeSome();
      const id = await idAt(3);
      await force((id) => `update trail set "${column}" = 'another' where id = ${id}`);
      expect(await verify()).toMatchObject({ fault: { what: 'changed', place: 3, id } });
    },
  );

  it('A forced deletion of an entry is found by the missing place.', async () => {
    await writeSome();
    await force((id) => `delete from trail where id = ${id}`);
    expect(await verify()).toMatchObject({ fault: { what: 'missing', place: 3 } });
  });

  it('A removed end of the trail is found by the stored head or by a head that was written down elsewhere.', async () => {
    await writeSome();
    const storedHeads = await heads();
    await force((id) => `delete from trail where id >= ${id} and "schoolID" = ${schoolID}`, 4);
    expect(await verify()).toMatchObject({ fault: { what: 'cut', place: 4 }, storedIn: 'here' });
    expect(await verify([])).toMatchObject({ fault: undefined, head: { count: 3 } });
    expect(await verify(storedHeads)).toMatchObject({ fault: { what: 'cut', place: 4 } });
  });

  it('A trail that was rewritten with matching seals is found by a head that was kept in a backup.', async () => {
    await writeSome(3);
    const storedHeads = (await heads()).map((head) => ({ ...head, where: 'a backup' }));
    await force((id) => `delete from trail where id >= ${id} and "schoolID" = ${schoolID}`, 1);
    const unhead =
      engine === 'postgres' ? 'alter table trail_head disable trigger all' : 'drop trigger trail_head_delete';
    const rehead =
      engine === 'postgres'
        ? 'alter table trail_head enable trigger all'
        : `create trigger trail_head_delete before delete on trail_head begin select raise(abort, 'trail_head is append-only'); end`;
    for (const text of [unhead, `delete from trail_head where "schoolID" = ${schoolID}`, rehead])
      await sql.raw(text).execute(db);
    for (const title of ['1', '2', '3', '4']) await write(title);
    await sealAll(db);
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 4 } });
    expect(await verify(storedHeads)).toMatchObject({
      fault: { what: 'rewritten', place: 3 },
      storedIn: 'a backup',
    });
  });

  it('A restore writes one "restored" entry for each school, with a statement that both engines accept.', async () => {
    await writeSome(1);
    const mark = restoreMark({ at: '2026-11-21T00:00:00.000Z', name: "O’Neil’s 'stick'", madeAt: 'then' });
    await sql.raw(mark).execute(db);
    await sealAll(db);
    const last = (await entriesOf(db, schoolID)).at(-1);
    expect(last).toMatchObject({ what: 'restored', actor: 'operator', campusID: null, place: 2 });
    expect(last).toMatchObject({ aboutID: "O’Neil’s 'stick'", details: '{"madeAt":"then"}' });
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 2 } });
  });

  it('Concurrent writers and sealers produce one chain.', async () => {
    const work = Array.from({ length: 40 }, (_, at) => [write(`title ${at}`), sealTrail(db)]).flat();
    await Promise.all(work);
    await sealAll(db);
    expect(await verify()).toMatchObject({ fault: undefined, head: { count: 40 } });
  });
});
