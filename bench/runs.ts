/** Sends in a running program and their progress, read from the database so that the program is not kept busy. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from '#shared/calls/demo.ts';
import type { Bare } from './place.ts';
import { ask } from './program.ts';
import { plainBill, type School } from './school.ts';

/** Milliseconds between two checks of the progress. */
export const lookEvery = 5;

export const runText = 'Dear {{name}}, your fee of Rs. {{total}} is due on {{dueDate}}. Main School';

export const sendBody = (groupIDs: number[]): string =>
  JSON.stringify({ media: '', message: runText, contacts: '', groupIDs, contactIDs: [], whatsapp: true });

export async function setPace({ program, apiRequest }: School, pace: Pace): Promise<void> {
  await ask(program, apiRequest('/Demo/Pace', JSON.stringify({ pace }), 'PUT'));
}

/** Saves one billing with `bills` bills, each with its own number. */
export function saveBilling(school: School, bills: number): Promise<number> {
  return school.save(
    0,
    Array.from({ length: bills }, (_, index) => plainBill(index)),
  );
}

export async function countMessages(bare: Bare, states: readonly string[]): Promise<number> {
  const list = states.map((state) => `'${state}'`).join(', ');
  const [row] = await bare.all(
    `select count(*) as count from message where "campusID" = 1 and status in (${list})`,
  );
  return Number(row?.count);
}

const firstOf = (state: string) =>
  `(select min(message.id) from message where message."broadcastID" = broadcast.id and message.status = '${state}')`;

/**
 * Resolves when no message is in one of these states. Reading the table often would slow the measurement, so it is read
 * only after every send has nothing left, and then only for the first row in the index.
 */
export async function waitUntilNone(bare: Bare, states: readonly string[]): Promise<void> {
  const runs = () => bare.all(`select id from broadcast where state = 'running' limit 1`);
  while ((await runs()).length > 0) await wait(lookEvery);
  const isLeft = states.map((state) => `${firstOf(state)} is not null`).join(' or ');
  const left = () => bare.all(`select id from broadcast where ${isLeft} limit 1`);
  while ((await left()).length > 0) await wait(lookEvery);
}

/** Deletes all sends and their messages. */
export async function forgetRuns(bare: Bare): Promise<void> {
  for (const table of ['receipt', 'attempt', 'message', 'broadcast_group', 'broadcast'])
    await bare.all(`delete from ${table}`);
  await bare.tidy();
}

/** Holds everything queued from now on, as after a refusal that a person must resolve. Resuming a send lifts it. */
export async function stopSenders(bare: Bare): Promise<void> {
  await bare.all(`update sender set "stoppedAt" = '2026-11-05T08:00:00.000Z'`);
}
