/** Tells this program the story on each engine and saves what it has stored: see ../README.md. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Engine } from '../../support/engines.ts';
import { createWorld } from '../../support/world.ts';
import { type Answer, readAnswers } from './answers.ts';
import { begin, endOfStory, leaveWaiting } from './bills.ts';
import { dumpStore } from './dump.ts';
import { addReasons, connect, goOn, type Sentences } from './last.ts';
import { storyProviders } from './providers.ts';

const name = process.env.UPGRADE_FIXTURE ?? '';
const folder = new URL('../fixtures/', import.meta.url);

async function make(engine: Engine): Promise<Answer[]> {
  const sentences = JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), 'utf8')) as Sentences;
  const clock = { now: new Date('2026-11-20T06:00:00.000Z') };
  const { providers, opaques } = storyProviders(clock);
  const world = await createWorld(engine, { providers, now: () => clock.now, runtime: {} });
  const { store, config } = world.deps;
  // The first version had no connections and no rows of tries, and stored whole tokens.
  const isWhole = sentences.stops !== undefined;
  const digest = (word: string) => createHash('sha256').update(word).digest('hex');
  const begun = await begin(world, clock, isWhole ? digest : (word) => word);
  const story = { ...begun, world, clock, sentences };
  if (isWhole) await connect(story, opaques);
  clock.now = new Date(endOfStory);
  await addReasons(story, isWhole);
  await leaveWaiting(begun.desk, begun.other);
  if (isWhole) await goOn(story);
  const { rows } = await sql<{ id: number; name: string }>`select id, name from campus order by id`.execute(
    store.db,
  );
  const answers: Answer[] = [];
  for (const { id, name } of rows)
    answers.push(...(await readAnswers(begun.deskAt(id), !name.startsWith('Branch'))));
  const key = isWhole ? (await readFile(join(config.dataDir, 'secret.key'), 'utf8')).trim() : '0'.repeat(64);
  await writeFile(
    new URL(`${name}.${engine}.sql`, folder),
    `-- SECRET_KEY ${key}\n${await dumpStore(store)}`,
  );
  await world.stop();
  return answers;
}

/** Keys whose values depend on the place of the story or on chance. */
const passing = new Set(['webhook', 'testHost']);

/** One answer a line. */
const toText = (answers: readonly Answer[]): string => {
  const lines = answers.map((answer) =>
    JSON.stringify(answer, (key, value: unknown) => (passing.has(key) ? undefined : value)),
  );
  return `[\n${lines.join(',\n')}\n]\n`;
};

it(`makes ${name}`, async () => {
  await mkdir(folder, { recursive: true });
  const answers = toText(await make('sqlite'));
  expect(toText(await make('postgres'))).toBe(answers);
  await writeFile(new URL(`${name}.answers.json`, folder), answers);
}, 120_000);
