/** Clerks who save and send while the computer fails, and note what was answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as think } from 'node:timers/promises';
import type { Call } from '#shared/call.ts';
import { calls } from '#shared/calls/all.ts';
import { type Chance, createChance } from './fault-random.ts';

/** One press of Save. Each bill has `name` as its branch, so that the store can be searched for exactly these bills. */
type Save = {
  name: string;
  bills: number;
  sum: number;
  groupID: number;
  answeredID: number | undefined;
};
type Send = {
  clientID: string;
  groupID: number;
  answered: { broadcastID: number; rows: number } | undefined;
};
export type Book = { saves: Save[]; sends: Send[] };

/** The present address of the program, and the token for its calls. */
export type Counter = { address: string; token: string };
/**
 * A clerk's desk. `refused` takes a failed answer, and the clerk goes on; without it a failed answer is a fault of the
 * program.
 */
export type Desk = {
  counter: Counter;
  chance: Chance;
  book: Book;
  refused?: (refusal: Refusal) => void;
  isOver?: () => boolean;
};

class Refusal extends Error {
  readonly status: number;
  readonly answer: unknown;
  constructor(path: string, status: number, answer: unknown) {
    super(`${path} answered ${status}: ${JSON.stringify(answer)}`);
    this.status = status;
    this.answer = answer;
  }
}

/** The clerk does not press Send while more messages than this wait. */
const mostWaiting = 150;

let numbers = 0;
/** A number that nobody else in this book has. */
const freshNumber = () => `0300${String(1_000_000 + numbers++).slice(-7)}`;

export async function ask(
  counter: Counter,
  call: Pick<Call, 'path' | 'method'>,
  body?: unknown,
): Promise<unknown> {
  const response = await fetch(`${counter.address}/api${call.path}?db=main&cID=1`, {
    method: call.method,
    headers: { authorization: `Bearer ${counter.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refusal(call.path, response.status, answer);
  return answer;
}

async function save({ counter, chance, book }: Desk): Promise<void> {
  const groups = book.saves.filter(({ groupID, answeredID }) => groupID === 0 && answeredID !== undefined);
  const toOld = groups.length > 0 && chance.happens(0.3);
  const groupID = toOld ? (groups[chance.whole(0, groups.length - 1)]?.answeredID ?? 0) : 0;
  const name = `save-${book.saves.length}`;
  const contacts = Array.from({ length: chance.whole(20, 120) }, (_, index) => ({
    name: `Child ${index}`,
    number: freshNumber(),
    branch: name,
    total: chance.whole(1000, 20_000),
    status: 'unpaid',
  }));
  const sum = contacts.reduce((all, { total }) => all + total, 0);
  const entry: Save = { name, bills: contacts.length, sum, groupID, answeredID: undefined };
  book.saves.push(entry);
  const group =
    groupID > 0 ? { id: groupID } : { id: 0, name, month: 11, year: 2026, description: 'Fee', campusID: 1 };
  const answer = (await ask(counter, calls.saveGroup, { group, contacts })) as { id: number };
  entry.answeredID = answer.id;
}

async function post(counter: Counter, send: Send): Promise<void> {
  const body = { message: 'Dear {{name}}', groupIDs: [send.groupID], clientID: send.clientID };
  const answer = (await ask(counter, calls.sendToGroups, body)) as {
    broadcastID: number;
    queued: number;
    skipped: unknown[];
  };
  send.answered = { broadcastID: answer.broadcastID, rows: answer.queued + answer.skipped.length };
}

/** Presses Send for a new billing, or repeats a press without an answer with the same clientID. */
async function send(desk: Desk): Promise<void> {
  const { counter, chance, book } = desk;
  const again = book.sends.find(({ answered }) => answered === undefined);
  if (again && chance.happens(0.5)) return post(counter, again);
  const sent = new Set(book.sends.map(({ groupID }) => groupID));
  const groupID = book.saves.find(
    ({ groupID, answeredID }) => groupID === 0 && answeredID && !sent.has(answeredID),
  )?.answeredID;
  if (groupID === undefined) return save(desk);
  const entry: Send = { clientID: randomUUID(), groupID, answered: undefined };
  book.sends.push(entry);
  return post(counter, entry);
}

const isGone = (error: unknown): boolean =>
  error instanceof TypeError && /fetch failed|terminated|other side closed/.test(error.message);

async function sendOrSave(desk: Desk): Promise<void> {
  const { pending } = (await ask(desk.counter, calls.countOutbox)) as { pending: number };
  return pending < mostWaiting ? send(desk) : save(desk);
}

/** Works until the program is gone or the day is over. */
export async function workUntilGone(desk: Desk): Promise<void> {
  const { chance, refused, isOver = () => false } = desk;
  while (!isOver()) {
    await think(chance.whole(0, 60));
    try {
      await (chance.happens(0.6) ? sendOrSave(desk) : save(desk));
    } catch (error) {
      if (isGone(error)) return;
      if (!refused || !(error instanceof Refusal)) throw error;
      refused(error);
    }
  }
}

export type Office = { book: Book; refusals: Refusal[]; close: () => Promise<void> };

/** Two clerks who go on after every answer, until the office is closed. */
export function openOffice(counter: Counter, book: Book, seed: number): Office {
  const refusals: Refusal[] = [];
  let isOver = false;
  const clerks = [1, 2].map((clerk) =>
    workUntilGone({
      counter,
      book,
      chance: createChance(seed + clerk),
      refused: (refusal) => refusals.push(refusal),
      isOver: () => isOver,
    }),
  );
  const close = async () => {
    isOver = true;
    await Promise.all(clerks);
  };
  return { book, refusals, close };
}
