/**
 * The program's workers empty the outbox, beside the bare statements that claim and complete the same messages. Also
 * ten senders beside one.
 */
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertBilling, insertHeldRun, insertSchool } from '../outbox-rows.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, type Program, startProgram } from '../program.ts';
import { forgetRuns, waitUntilNone } from '../runs.ts';
import { enterSchool, type School } from '../school.ts';

const messages = 20_000;
const senders = 10;
const rounds = 3;
/** Messages per bare claim. Larger batches were not faster on either engine. */
const perBatch = 500;

type Desk = { engine: Engine; program: Program; school: School; bare: Bare };

async function openDesk(kit: Kit, engine: Engine): Promise<Desk> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  const bare = await place.openBare();
  for (let id = 1; id <= senders; id += 1) {
    if (id > 1) await insertSchool(bare, id);
    await insertBilling(bare, { campusID: id, bills: id === 1 ? messages : messages / senders });
  }
  await bare.all(`update sender set pace = 'instant'`);
  return { engine, program, school, bare };
}

async function queue({ bare }: Desk, count: number): Promise<void> {
  for (let id = 1; id <= count; id += 1)
    await insertHeldRun(bare, { runID: id, campusID: id, messages: messages / count });
  await bare.tidy();
}

/** Throws if a sent message has no attempt row, because the figure would then measure something else. */
async function proveAttempts(bare: Bare): Promise<void> {
  const [row] = await bare.all(`select count(*) as count from attempt where outcome = 'accepted'`);
  if (Number(row?.count) !== messages) throw new Error(`${row?.count} attempts of ${messages} messages`);
}

/** Milliseconds from the start until the provider has accepted all messages, which `count` senders share. */
async function drain(desk: Desk, count: number): Promise<number> {
  const { bare, program, school } = desk;
  await queue(desk, count);
  const taken = await time(async () => {
    await bare.all(`update broadcast set state = 'running' where state = 'paused' and "campusID" > 1`);
    // This call of the first school wakes the workers.
    await ask(program, school.apiRequest('/Outbox/Resume', '{}'));
    await waitUntilNone(bare, ['queued', 'sending']);
  });
  await proveAttempts(bare);
  // Wait for the receipts, so that no polling runs while the next side works.
  await waitUntilNone(bare, ['accepted', 'sent', 'delivered']);
  await forgetRuns(bare);
  return taken;
}

/** Writes the same rows with the bare statements alone: claim, hand over, accept. Each batch is committed to disk. */
async function writeBare(desk: Desk): Promise<number> {
  const { bare } = desk;
  await queue(desk, 1);
  const [first] = await bare.all('select min(id) as id from message');
  const from = Number(first?.id);
  const at = `'2026-11-05T08:00:01.000Z'`;
  // The lease ends far in the future, so that the running program rescues none of these messages.
  const lease = `'2099-01-01T00:00:00.000Z'`;
  const taken = await time(async () => {
    for (let id = from; id < from + messages; id += perBatch) {
      const batch = `id between ${id} and ${id + perBatch - 1}`;
      await bare.all(`update message set status = 'sending', "leaseUntil" = ${lease}, "dueAt" = null,
        attempts = attempts + 1, "updatedAt" = ${at} where ${batch} and status = 'queued'`);
      await bare.all('begin');
      await bare.all(`insert into attempt
        ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, "providerID")
        select id, attempts, "campusID", "senderID", ${at}, ${at}, 'accepted', 'bare.' || id from message where ${batch}`);
      await bare.all(`update message set status = 'accepted', "leaseUntil" = null, "providerID" = 'bare.' || id,
        "acceptedAt" = ${at}, "updatedAt" = ${at} where ${batch} and status = 'sending'`);
      await bare.all('commit');
    }
  });
  await proveAttempts(bare);
  await forgetRuns(bare);
  return taken;
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const desk = await openDesk(kit, engine);
  const { one, ten, bare } = await alternate(rounds, {
    one: () => drain(desk, 1),
    ten: () => drain(desk, senders),
    bare: () => writeBare(desk),
  });
  await desk.bare.close();
  await desk.program.stop();
  const rate = (taken: number) => (messages / taken) * 1000;
  const unit = 'per s' as const;
  return [
    {
      what: `draining until accepted, ${engine}`,
      ours: rate(one),
      floor: rate(bare),
      unit,
      ratio: one / bare,
      bound: 2,
      beside: 'bare statements of a claim and an outcome, committed',
    },
    {
      what: `draining by ten senders, ${engine}`,
      ours: rate(ten),
      floor: rate(one),
      unit,
      ratio: ten / one,
      bound: 1,
      beside: 'one sender',
    },
  ];
}

export const drainOutbox: Figure = {
  name: 'drain-outbox',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
