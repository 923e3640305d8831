/** A change of a bill in a school whose trail has a million rows, beside the same change with an empty trail. */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare, Place } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool, plainBill, saveBody } from '../school.ts';

const rows = 1_000_000;
const rowsAtOnce = 100_000;
const bills = 500;
const rounds = 61;
const changes = 25;

/** Rows like those of years of changes: sealed, about many things, by several people. */
async function fillTrail(bare: Bare): Promise<void> {
  for (let from = 0; from < rows; from += rowsAtOnce)
    await bare.all(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rowsAtOnce})
      insert into trail ("schoolID", "campusID", at, actor, "actorID", "actorName", address, what, kind, "aboutID",
        "aboutName", "groupID", details)
      select 1, 1, '2026-01-01T00:00:00.000Z', 'user', 'user ' || (i % 20), 'Ayesha Khan', '192.0.2.1', 'billChanged',
        'bill', cast((i * 7919) % 300000 as text), 'Bilal Khan · R' || i, i % 400,
        '{"changes":{"total":[1250000,1300000],"number":["03001234567","03007654321"]}}' from n`);
  await bare.all(`update trail set place = id + 100, hash = 'a seal' where hash is null`);
  await bare.all(`update trail_head set count = (select max(place) from trail), hash = 'a seal'`);
  await bare.tidy();
}

async function openSchool(place: Place, isFull: boolean) {
  const begun = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const { apiRequest } = await enterSchool(begun);
  const sheet = Array.from({ length: bills }, (_, index) => plainBill(index));
  await ask(begun, apiRequest('/Groups/Save', saveBody(0, sheet)));
  // Rows recorded so far are sealed within seconds. A second without new rows is more than enough.
  const bare = await place.openBare();
  for (let left = 1; left > 0; ) {
    await new Promise((done) => setTimeout(done, 300));
    const [row] = await bare.all('select count(*) as count from trail where hash is null');
    left = Number(row?.count);
  }
  await begun.stop();
  if (isFull) await fillTrail(bare);
  const ids = (await bare.all('select id from bill order by id')).map(({ id }) => Number(id));
  await bare.close();
  const program = await startProgram(place);
  const school = await enterSchool(program);
  let total = 1000;
  const change = async () => {
    total += 1;
    for (const id of ids.slice(0, changes))
      await ask(program, school.apiRequest(`/GroupContacts/${id}?`, JSON.stringify({ total }), 'PUT'));
  };
  return { change, stop: program.stop };
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const full = await openSchool(await kit.place(engine), true);
  const empty = await openSchool(await kit.place(engine), false);
  const { ours, floor } = await alternate(rounds, {
    ours: () => time(full.change),
    floor: () => time(empty.change),
  });
  await full.stop();
  await empty.stop();
  return {
    what: `A change with ${rows.toLocaleString('en')} rows of trail, ${engine}`,
    ours: (ours / changes) * 1000,
    floor: (floor / changes) * 1000,
    unit: 'µs',
    ratio: ours / floor,
    bound: 1.1,
    beside: 'the same with an empty trail',
  };
}

export const trail: Figure = {
  name: 'trail',
  measure: async (kit) => {
    const measured: Row[] = [];
    for (const engine of kit.engines) measured.push(await measureOn(kit, engine));
    return measured;
  },
};
