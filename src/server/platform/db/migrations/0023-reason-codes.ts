/**
 * Converts reasons, notices and problems from sentences to codes with details, as JSON. An unknown sentence becomes
 * the text of the code `other`. The quality of a number gets our own spelling.
 */
import { sql } from 'kysely';
import { instantIn, monthNames } from '#shared/dates.ts';
import { yieldToEventLoop } from '../../../yielding.ts';
import { valueRows } from '../long-lists.ts';
import type { Db, Engine } from '../store.ts';
import {
  advisedSentences,
  followedSentences,
  missedSentence,
  nestingSentences,
  plainSentences,
  shapedSentences,
} from './0023-sentences.ts';

export const name = '0023-reason-codes';

type Body = { code: string } & Record<string, unknown>;

const codeBySentence = new Map(
  [plainSentences, advisedSentences, followedSentences]
    .flatMap((sentences) => Object.entries(sentences))
    .map(([code, sentence]) => [sentence, code]),
);

/** Codes that earlier versions stored instead of a sentence. */
const bareCodes = new Set([
  ...['takenBack', 'idTaken', 'uploading', 'clockAhead', 'partPaidSince', 'otherSince'],
  // These were returned but never stored.
  ...['templatePaused', 'templateNotTaken'],
]);

/** The beginnings of sentences that end with WhatsApp's own text. */
const endings = [
  ...Object.entries(followedSentences).map(
    ([code, sentence]) => [code, `${sentence} WhatsApp says: `] as const,
  ),
  ...Object.entries(advisedSentences).map(([code, sentence]) => [code, `${sentence} `] as const),
];

function findFollowed(text: string): Body | undefined {
  const found = endings.find(([, start]) => text.startsWith(start) && text !== start);
  return found && { code: found[0], said: text.slice(found[1].length) };
}

function findShaped(text: string): Body | undefined {
  for (const [code, shape, read] of shapedSentences) {
    const parts = shape.exec(text);
    if (parts) return { code, ...read(...parts.slice(1)) };
  }
  return undefined;
}

function findBody(text: string): Body | undefined {
  const code = bareCodes.has(text) ? text : codeBySentence.get(text);
  return code === undefined ? (findFollowed(text) ?? findShaped(text)) : { code };
}

/** A nested sentence may have lost its full stop. */
const nestedBody = (text: string): Body => findBody(text) ?? findBody(`${text}.`) ?? { code: 'other', text };

function findNesting(text: string): Body | undefined {
  for (const [code, shape, read] of nestingSentences) {
    const parts = shape.exec(text);
    if (!parts) continue;
    const { reason, ...details } = read(...parts.slice(1));
    return { code, ...details, reason: nestedBody(String(reason).replace(/[.\s]+$/, '')) };
  }
  return undefined;
}

const hasCode = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';

function isStoredReason(text: string): boolean {
  if (!text.startsWith('{')) return false;
  try {
    return hasCode(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Returns the new form of a stored sentence or code. A reason in the new form is not changed. */
export const toReason = (text: string): string =>
  isStoredReason(text)
    ? text
    : JSON.stringify(findBody(text) ?? findNesting(text) ?? { code: 'other', text });

type Missed = { notice: string; startAt: string | null; timeZone: string };

/** Returns the start of a broadcast without a stored start, from the time zone of the campus. */
function instantOf(timeZone: string, [day = '', month = '', year, clock]: string[]): string | undefined {
  const at = (monthNames as readonly string[]).indexOf(month) + 1;
  const local = `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`;
  try {
    return instantIn(timeZone, local).toISOString();
  } catch {
    // The day or the time zone does not exist.
    return undefined;
  }
}

/** Returns the new form of a notice that a broadcast missed its start, or undefined for any other notice. */
export function toMissed({ notice, startAt, timeZone }: Missed): string | undefined {
  const parts = missedSentence.exec(notice);
  const at = parts && (startAt ?? instantOf(timeZone, parts.slice(1)));
  return at ? JSON.stringify({ code: 'missed', startAt: at, timeZone }) : undefined;
}

/** The columns with sentences: table, column, and the key that orders the rows. */
const storedColumns = [
  ['message', 'reason', 'id'],
  ['attempt', 'reason', 'messageID'],
  ['receipt', 'reason', 'id'],
  ['broadcast', 'notice', 'id'],
  ['sender', 'stopReason', 'campusID'],
  ['approval', 'reason', 'templateID'],
  ['hook', 'trouble', 'id'],
] as const;

/** The number of rows for each statement. One statement for all messages of a school would need too much memory. */
const rowsAtOnce = 10_000;

type Place = (typeof storedColumns)[number];
type Part = { after: number; last: number };

/** Finds the next rows whose text is not empty. */
async function findPart(db: Db, [table, column, key]: Place, after: number): Promise<Part | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(key) as last from (
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${sql.ref(column)} <> '' order by ${sql.ref(key)} limit ${rowsAtOnce}) as found`.execute(
    db,
  );
  const last = rows[0]?.last ?? undefined;
  return last === undefined ? undefined : { after, last };
}

/** Creates the temporary table with the old and new texts of one part. */
async function makeList(db: Db, engine: Engine): Promise<void> {
  // Dialect: SQLite needs an index for the lookup. PostgreSQL uses a hash join, and cannot index long texts.
  const was = sql.raw(engine === 'sqlite' ? 'was text not null primary key' : 'was text not null');
  await sql`create temporary table anew (${was}, becomes text not null)`.execute(db);
  // PostgreSQL has no statistics of the new table and might scan it completely for each row.
  if (engine === 'postgres') await sql`set local enable_nestloop = off`.execute(db);
}

async function dropList(db: Db, engine: Engine): Promise<void> {
  await sql`drop table anew`.execute(db);
  if (engine === 'postgres') await sql`set local enable_nestloop = on`.execute(db);
}

async function changePart(db: Db, [table, column, key]: Place, { after, last }: Part): Promise<void> {
  const text = sql.ref(`${table}.${column}`);
  const isIn = sql`${sql.ref(`${table}.${key}`)} > ${after} and ${sql.ref(`${table}.${key}`)} <= ${last}`;
  const found = await sql<{ was: string }>`select distinct ${text} as was from ${sql.table(table)}
    where ${isIn} and ${text} <> ''`.execute(db);
  const rows = found.rows
    .map(({ was }) => ({ was, becomes: toReason(was) }))
    .filter(({ was, becomes }) => becomes !== was);
  if (rows.length === 0) return;
  const columns = { was: 'text', becomes: 'text' } as const;
  await sql`delete from anew`.execute(db);
  await sql`with ${valueRows(db, 'list', { columns, rows })} insert into anew (was, becomes) select was, becomes from list`.execute(
    db,
  );
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = anew.becomes from anew
    where ${text} = anew.was and ${isIn}`.execute(db);
}

async function changeColumn(db: Db, place: Place): Promise<void> {
  let part = await findPart(db, place, Number.MIN_SAFE_INTEGER);
  while (part) {
    await changePart(db, place, part);
    await yieldToEventLoop();
    part = await findPart(db, place, part.last);
  }
}

/** Runs first, because these notices also need the start and the time zone of their broadcast. */
async function changeMissed(db: Db): Promise<void> {
  const found = await sql<Missed & { id: number }>`select broadcast.id, notice, "startAt", "timeZone"
    from broadcast join campus on campus.id = broadcast."campusID" where notice like 'Was to begin on %'`.execute(
    db,
  );
  const rows = found.rows
    .map(({ id, ...missed }) => ({ id, becomes: toMissed(missed) }))
    .filter(({ becomes }) => becomes !== undefined);
  if (rows.length === 0) return;
  const columns = { id: 'bigint', becomes: 'text' } as const;
  await sql`with ${valueRows(db, 'anew', { columns, rows })}
    update broadcast set notice = anew.becomes from anew where broadcast.id = anew.id`.execute(db);
}

export const statements = (): string[] => [
  `update sender set quality = lower(quality) where quality in ('Good', 'Medium', 'Low')`,
];

export async function run(db: Db, engine: Engine): Promise<void> {
  await changeMissed(db);
  await makeList(db, engine);
  for (const place of storedColumns) await changeColumn(db, place);
  await dropList(db, engine);
}
