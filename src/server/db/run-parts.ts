/** The messages of runs, in parts that one statement reads or changes in a moment. */
import { setImmediate as turn } from 'node:timers/promises';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from './store.ts';
import type { Tables } from './tables.ts';

/** `total`: how many messages it has. */
export type RunSize = { id: number; total: number };

/** Messages of these runs; `ids`: of a run that is too large for one statement, those between them. */
export type RunPart = { runIDs: number[]; ids?: { first: number; last: number } };

/** Messages in a part, and runs: each of them is a value of the statement. */
const atOnce = 3000;
const runsAtOnce = 500;

/** Runs as they come, so many together that they have no more messages than a part. */
function bundle(runs: readonly RunSize[]): number[][] {
  const bundles: number[][] = [];
  let room = 0;
  for (const { id, total } of runs) {
    const last = bundles.at(-1);
    const fits = last && total <= room && last.length < runsAtOnce;
    if (fits) last.push(id);
    else bundles.push([id]);
    room = (fits ? room : atOnce) - total;
  }
  return bundles;
}

/** The first and the last id of a run's messages: one transaction stored them, so hardly any other lies between. */
async function endsOf({ db, campusID }: { db: Db; campusID: number }, broadcastID: number) {
  return db
    .selectFrom('message')
    .select((eb) => [eb.fn.min('id').as('first'), eb.fn.max('id').as('last')])
    .where('broadcastID', 'in', (eb) =>
      eb.selectFrom('broadcast').select('id').where('campusID', '=', campusID).where('id', '=', broadcastID),
    )
    .executeTakeFirst();
}

/** All the messages of these runs, part by part; between two others get their turn. */
export async function* runParts(
  scope: { db: Db; campusID: number },
  runs: readonly RunSize[],
): AsyncGenerator<RunPart> {
  const large = new Set(runs.filter(({ total }) => total > atOnce).map(({ id }) => id));
  for (const runIDs of bundle(runs)) {
    const [only = 0] = runIDs;
    const ends = large.has(only) ? await endsOf(scope, only) : undefined;
    if (!ends) yield { runIDs };
    for (let first = ends?.first ?? 1, last = ends?.last ?? 0; first <= last; first += atOnce) {
      yield { runIDs, ids: { first, last: first + atOnce - 1 } };
      await turn();
    }
    await turn();
  }
}

/** With its plus it is no use to an index: beside ids the run's own would be gone through once for every part. */
const runByID = sql<number>`+"broadcastID"`;

/** Whether a message is of this part. */
export const isOfPart =
  ({ runIDs, ids }: RunPart) =>
  (eb: ExpressionBuilder<Tables, 'message'>) =>
    ids
      ? eb.and([eb('id', '>=', ids.first), eb('id', '<=', ids.last), eb(runByID, 'in', runIDs)])
      : eb('broadcastID', 'in', runIDs);
