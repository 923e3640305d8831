// Measures every figure, or those named: `npm run bench -- load-data`. Exits with 1 if one is above its bound.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Engine, engines } from '../test/support/engines.ts';
import { type Postgres, startPostgres } from '../test/support/postgres.ts';
import { holds, type Kit, type Row } from './figure.ts';
import { figures } from './figures.ts';
import { createPlace, type Place } from './place.ts';
import { drawTable } from './table.ts';

const words = process.argv.slice(2);
const isJson = words.includes('--json');
const names = words.filter((word) => !word.startsWith('--'));
const chosen = figures.filter(({ name }) => names.length === 0 || names.includes(name));
if (chosen.length < names.length || chosen.length === 0) {
  console.error(`There are these figures: ${figures.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

let postgres: Promise<Postgres> | undefined;
const places: Place[] = [];

async function place(engine: Engine): Promise<Place> {
  // PostgreSQL runs with fsync. Without it, code that commits more often would look too fast.
  if (engine === 'postgres') postgres ??= startPostgres({ durable: true });
  const made = await createPlace(engine, (await postgres)?.url);
  places.push(made);
  return made;
}

// Exiting on a signal also ends the measured programs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const kit: Kit = { engines, place };
const rows: (Row & { figure: string })[] = [];
const failed: string[] = [];
try {
  for (const { name, measure } of chosen) {
    process.stderr.write(`measuring ${name}…\n`);
    // A figure that cannot be measured must not stop the others.
    await measure(kit).then(
      (found) => {
        rows.push(...found.map((row) => ({ figure: name, ...row })));
        // Print each figure at once, so that an interrupted run still shows what was measured.
        if (!isJson) console.log(`${drawTable(found)}\n`);
      },
      (error: unknown) => failed.push(`${name}: ${error instanceof Error ? error.message : error}`),
    );
    for (const made of places.splice(0)) await made.remove();
  }
} finally {
  await (await postgres)?.stop();
}

const result = { at: new Date().toISOString(), node: process.version, rows };
await writeFile(join(import.meta.dirname, 'result.json'), `${JSON.stringify(result, null, 2)}\n`);
if (isJson) console.log(JSON.stringify(result, null, 2));
else if (chosen.length > 1) console.log(drawTable(rows));
const above = rows.filter((row) => !holds(row));
if (above.length > 0) console.error(`${above.length} of ${rows.length} above the bound`);
for (const line of failed) console.error(`not measured: ${line}`);
process.exit(above.length + failed.length > 0 ? 1 : 0);
