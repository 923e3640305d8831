/** Tells this program the story and saves what it has stored: see ../README.md. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { migrations } from '../../../src/server/platform/db/migrate.ts';
import { makeEveryRow } from '../../support/every-row.ts';
import { createWorld } from '../../support/world.ts';
import { type Answer, readAnswers } from './answers.ts';
import { addSession, begin, endOfStory, everyRowToken, headToken, leaveWaiting } from './bills.ts';
import { deskOf } from './desk.ts';
import { storyProviders } from './providers.ts';
import { everyRowSchool, readRows } from './rows.ts';
import { addReasons, connect, goOn } from './sends.ts';

const name = migrations.at(-1)?.name ?? '';
const folder = new URL('../fixtures/', import.meta.url);

/** One item a line. */
const toText = (items: readonly object[]): string =>
  `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]\n`;

it(`makes ${name}`, async () => {
  const clock = { now: new Date('2026-11-20T06:00:00.000Z') };
  const { providers, opaques } = storyProviders(clock);
  const world = await createWorld('sqlite', { providers, now: () => clock.now, runtime: {} });
  const { store, config } = world.deps;
  const begun = await begin(world, clock);
  const story = { ...begun, world, clock };
  await connect(story, opaques);
  const head = store.db.selectFrom('user').select('id').where('username', '=', 'head.clerk');
  await addSession(world, (await head.executeTakeFirstOrThrow()).id, headToken);
  const every = await makeEveryRow(world);
  await addSession(world, every.userID, everyRowToken);
  clock.now = new Date(endOfStory);
  await addReasons(story);
  await leaveWaiting(begun.desk, begun.other);
  await goOn(story);
  const answers: Answer[] = [];
  const campuses = await store.db.selectFrom('campus').select(['id', 'schoolID']).orderBy('id').execute();
  for (const { id } of campuses.filter(({ schoolID }) => schoolID === campuses[0]?.schoolID))
    answers.push(...(await readAnswers(begun.deskAt(id))));
  answers.push(
    ...(await readAnswers(deskOf(world, { db: everyRowSchool, cID: every.campus.id, token: everyRowToken }))),
  );
  const secretKey = (await readFile(join(config.dataDir, 'secret.key'), 'utf8')).trim();
  await mkdir(folder, { recursive: true });
  await writeFile(new URL(`${name}.rows.json`, folder), toText([{ secretKey }, ...(await readRows(store))]));
  await writeFile(new URL(`${name}.answers.json`, folder), toText(answers));
  await world.stop();
}, 120_000);
