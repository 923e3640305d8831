/** Message runs in a running program, and how far they are, read past the program so that it is not kept busy. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from '#shared/calls/demo.ts';
import type { Bare } from './place.ts';
import { ask } from './program.ts';
import { plainBill, type School } from './school.ts';

export const runText = 'Dear {{name}}, your fee of Rs. {{total}} is due on {{dueDate}}. Main School';

export const sendBody = (groupIDs: number[]): string =>
  JSON.stringify({ media: '', message: runText, contacts: '', groupIDs, contactIDs: [], whatsapp: true });

export async function setPace({ program, asked }: School, pace: Pace): Promise<void> {
  await ask(program, asked('/Demo/Pace', JSON.stringify({ pace }), 'PUT'));
}

/** One billing with so many bills, each with a number of its own. */
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

const lookEvery = 25;

/** Resolves when no message is in one of these states any more. */
export async function waitUntilNone(bare: Bare, states: readonly string[]): Promise<void> {
  while ((await countMessages(bare, states)) > 0) await wait(lookEvery);
}

/** As if there had never been a run. */
export async function forgetRuns(bare: Bare): Promise<void> {
  for (const table of ['receipt', 'message', 'broadcast_group', 'broadcast'])
    await bare.all(`delete from ${table}`);
  await bare.tidy();
}
