/** Reads the store between two runs of the program, as it was left. */
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { AttemptOutcome, MessageState } from '#shared/messages/message-states.ts';
import type { Reason } from '#shared/messages/reasons.ts';
import type { Config } from '../../src/server/config.ts';
import { openStore } from '../../src/server/platform/db/open-store.ts';
import type { Store } from '../../src/server/platform/db/store.ts';
import type { Book } from './fault-clerk.ts';

export type MessageLeft = {
  id: number;
  broadcastID: number;
  status: MessageState;
  reason: Reason | null;
  number: string;
  attempts: number;
  providerID: string | null;
};
export type AttemptLeft = {
  messageID: number;
  attempt: number;
  outcome: AttemptOutcome;
  code: string | null;
  providerID: string | null;
};
export type Left = {
  complaints: string[];
  messages: MessageLeft[];
  attempts: AttemptLeft[];
  billsOf: Map<string, { bills: number; sum: number }>;
  groups: Map<string, number>;
  runs: Map<string, { id: number; total: number; rows: number }>;
};

/** Waits until PostgreSQL has finished the last statement of a killed process. */
async function waitForTheDead({ db }: Store): Promise<void> {
  for (let patience = 500; patience > 0; patience--) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
      db,
    );
    if (rows[0]?.count === 0) return;
    await wait(10);
  }
  throw new Error('PostgreSQL did not notice that the program is dead');
}

async function checkStore(store: Store): Promise<string[]> {
  if (store.engine === 'postgres') {
    await waitForTheDead(store);
    return [];
  }
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(store.db);
  const { rows: foreign } = await sql`pragma foreign_key_check`.execute(store.db);
  const complaints = rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  return foreign.length > 0 ? [...complaints, `${foreign.length} rows without their parents`] : complaints;
}

export async function read({ db }: Store): Promise<Omit<Left, 'complaints'>> {
  const bills = await db
    .selectFrom('bill')
    .select((eb) => ['branch', eb.fn.countAll<number>().as('bills'), eb.fn.sum<number>('total').as('sum')])
    .groupBy('branch')
    .execute();
  const groups = await db.selectFrom('group').select(['id', 'name']).execute();
  const runs = await db
    .selectFrom('broadcast')
    .leftJoin('message', 'message.broadcastID', 'broadcast.id')
    .select((eb) => ['broadcast.id', 'clientID', 'total', eb.fn.count<number>('message.id').as('rows')])
    .groupBy(['broadcast.id', 'clientID', 'total'])
    .execute();
  const messages = await db
    .selectFrom('message')
    .select(['id', 'broadcastID', 'status', 'reason', 'number', 'attempts', 'providerID'])
    .execute();
  const attempts = await db
    .selectFrom('attempt')
    .select(['messageID', 'attempt', 'outcome', 'code', 'providerID'])
    .orderBy('messageID')
    .orderBy('attempt')
    .execute();
  return {
    messages,
    attempts,
    billsOf: new Map(bills.map(({ branch, ...figures }) => [branch ?? '', figures])),
    groups: new Map(groups.map(({ id, name }) => [name, id])),
    runs: new Map(runs.map(({ clientID, ...run }) => [clientID ?? '', run])),
  };
}

async function withStore<T>(config: Config, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(config);
  try {
    return await look(store);
  } finally {
    await store.close();
  }
}

/** Reads everything from the store. Fails when a killed program still holds the lock. */
export const lookInto = (config: Config): Promise<Left> =>
  withStore(config, async (store) => ({ complaints: await checkStore(store), ...(await read(store)) }));

/** The name of a try: its message and its number, as the store and the recorder both know it. */
export const nameOfTry = (messageID: number, attempt: number): string => `${messageID}:${attempt}`;

export type Tries = { handedOver: string[]; onlyClaimed: string[] };

/** The tries that are in flight, or were when the program died. `isAlone`: no other process is at work. */
export const lookForTries = (config: Config, { isAlone }: { isAlone: boolean }): Promise<Tries> =>
  withStore(config, async (store) => {
    if (isAlone && store.engine === 'postgres') await waitForTheDead(store);
    const rows = await store.db
      .selectFrom('message')
      .select(['id', 'attempts', 'handedOverAt'])
      .where('status', '=', 'sending')
      .execute();
    const namesOf = (some: typeof rows) => some.map(({ id, attempts }) => nameOfTry(id, attempts));
    return {
      handedOver: namesOf(rows.filter(({ handedOverAt }) => handedOverAt !== null)),
      onlyClaimed: namesOf(rows.filter(({ handedOverAt }) => handedOverAt === null)),
    };
  });

/** What was answered must be stored completely; what was not answered must be stored completely or not at all. */
export function compare(book: Book, left: Left): string[] {
  const complaints = [...left.complaints];
  for (const { name, bills, sum, groupID, answeredID } of book.saves) {
    const stored = left.billsOf.get(name) ?? { bills: 0, sum: 0 };
    const isWhole = stored.bills === bills && stored.sum === sum * 100;
    const isNew = groupID === 0;
    if (answeredID !== undefined && !isWhole)
      complaints.push(`${name} was answered and has ${stored.bills} of ${bills} bills`);
    if (answeredID === undefined && stored.bills > 0 && !isWhole) complaints.push(`${name} is there in part`);
    if (isNew && left.groups.has(name) !== isWhole)
      complaints.push(`${name} has a group without its bills, or the reverse`);
    if (isNew && answeredID !== undefined && left.groups.get(name) !== answeredID)
      complaints.push(`${name} is not group ${answeredID}`);
  }
  for (const { clientID, answered } of book.sends) {
    const run = left.runs.get(clientID);
    if (run && run.rows !== run.total)
      complaints.push(`run ${run.id} has ${run.rows} of ${run.total} messages`);
    if (answered && (run?.id !== answered.broadcastID || run.rows !== answered.rows)) {
      complaints.push(
        `run ${answered.broadcastID} was answered with ${answered.rows} and has ${run?.rows} messages`,
      );
    }
  }
  if (left.runs.size > book.sends.length) complaints.push('there are more runs than presses of Send');
  return complaints;
}
