/**
 * What is stored of a reason, a notice, a trouble was its sentence; it becomes its code with what it speaks of, as
 * JSON. A sentence that is not known here stays, as the text of the code `other`. And how good a number is becomes a
 * word of ours.
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

/** Of these the code was stored already. */
const bareCodes = new Set([
  ...['takenBack', 'idTaken', 'uploading', 'clockAhead', 'partPaidSince', 'otherSince'],
  // Told, and by no version stored.
  ...['templatePaused', 'templateNotTaken'],
]);

/** What WhatsApp says behind a sentence of ours. */
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

/** The stop at its end was cut, if it had one. */
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

/** What is stored from now on in place of a sentence, a bare code, or what is such a reason already. */
export const toReason = (text: string): string =>
  isStoredReason(text)
    ? text
    : JSON.stringify(findBody(text) ?? findNesting(text) ?? { code: 'other', text });

type Missed = { notice: string; startAt: string | null; timeZone: string };

/** By the clock of the campus, where the broadcast does not say when it was to begin. */
function instantOf(timeZone: string, [day = '', month = '', year, clock]: string[]): string | undefined {
  const at = (monthNames as readonly string[]).indexOf(month) + 1;
  const local = `${year}-${String(at).padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`;
  try {
    return instantIn(timeZone, local).toISOString();
  } catch {
    // No such day, or no such time zone.
    return undefined;
  }
}

/** Of a notice that its broadcast was to begin while nobody was there; undefined: it is no such notice. */
export function toMissed({ notice, startAt, timeZone }: Missed): string | undefined {
  const parts = missedSentence.exec(notice);
  const at = parts && (startAt ?? instantOf(timeZone, parts.slice(1)));
  return at ? JSON.stringify({ code: 'missed', startAt: at, timeZone }) : undefined;
}

/** Where they stand: a table, its column and the number by which its rows are gone through. */
const places = [
  ['message', 'reason', 'id'],
  ['attempt', 'reason', 'messageID'],
  ['receipt', 'reason', 'id'],
  ['broadcast', 'notice', 'id'],
  ['sender', 'stopReason', 'campusID'],
  ['approval', 'reason', 'templateID'],
  ['hook', 'trouble', 'id'],
] as const;

/** So many rows one statement changes: of all messages of a school it would hold both states in memory. */
const rowsAtOnce = 10_000;

type Place = (typeof places)[number];
type Part = { after: number; last: number };

/** The next rows that have a text; an empty one is none. */
async function findPart(db: Db, [table, column, key]: Place, after: number): Promise<Part | undefined> {
  const { rows } = await sql<{ last: number | null }>`select max(key) as last from (
    select ${sql.ref(key)} as key from ${sql.table(table)}
    where ${sql.ref(key)} > ${after} and ${sql.ref(column)} <> '' order by ${sql.ref(key)} limit ${rowsAtOnce}) as found`.execute(
    db,
  );
  const last = rows[0]?.last ?? undefined;
  return last === undefined ? undefined : { after, last };
}

/** What each text becomes, of one part. */
async function makeList(db: Db, engine: Engine): Promise<void> {
  // Dialect: SQLite looks each text up in an index; PostgreSQL joins by hashes, and its index takes no long text.
  const was = sql.raw(engine === 'sqlite' ? 'was text not null primary key' : 'was text not null');
  await sql`create temporary table anew (${was}, becomes text not null)`.execute(db);
  // It knows nothing yet of the list, and would go through all of it for each row.
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

async function changePlace(db: Db, place: Place): Promise<void> {
  let part = await findPart(db, place, Number.MIN_SAFE_INTEGER);
  while (part) {
    await changePart(db, place, part);
    await yieldToEventLoop();
    part = await findPart(db, place, part.last);
  }
}

/** Before the others: what these say is not in the sentence alone. */
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
  for (const place of places) await changePlace(db, place);
  await dropList(db, engine);
}
