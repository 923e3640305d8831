/** A campus that is connected to the fake Graph server as a person would do it, with a clock that runs faster. */
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '#shared/calls/all.ts';
import type { Approval } from '#shared/calls/approvals.ts';
import type { Connection, Finding } from '#shared/calls/connection.ts';
import { type Running, start } from '../../src/server/start.ts';
import type { Tier } from '../peers/graph/account.ts';
import { type Graph, startGraph } from '../peers/graph.ts';
import { ask, type Counter } from './fault-clerk.ts';
import { makePlace, signIn } from './fault-place.ts';

/** Seconds of the test clock in one real second. WhatsApp's limits are in seconds and days. */
const speed = 10;

export type Storm = {
  graph: Graph;
  running: Running;
  counter: Counter;
  now: () => Date;
  /** Moves the clock to that instant if it is still to come. */
  moveTo: (instant: string) => void;
  close: () => Promise<void>;
};

function createFastClock() {
  const began = Date.now();
  let ahead = 0;
  const now = () => new Date(began + (Date.now() - began) * speed + ahead);
  const moveTo = (instant: string) => {
    ahead += Math.max(0, Date.parse(instant) - now().getTime());
  };
  return { now, moveTo };
}

/** Connects as the guided page does and verifies the webhook as Meta's dashboard does. */
export async function connect(counter: Counter, graph: Graph): Promise<void> {
  const cloud = graph.values;
  const { webhook } = (await ask(counter, calls.setConnection, { way: 'cloud', cloud })) as Connection;
  await graph.hooks.subscribe(webhook);
  const { findings } = (await ask(counter, calls.testConnection, {})) as { findings: Finding[] };
  const bad = findings.filter(({ state }) => state === 'bad');
  if (bad.length > 0) throw new Error(`the connection is not good: ${JSON.stringify(bad)}`);
}

export async function openStorm(server: string | undefined, tier: Tier): Promise<Storm> {
  const clock = createFastClock();
  const graph = await startGraph({
    now: clock.now,
    account: { tier },
    // Some receipts come before an answer is lost, and some after.
    delays: { sent: 3000, delivered: 6000, read: 12_000 },
    reviewAfter: 1000,
  });
  const { config, remove } = await makePlace(server);
  const running = await start({ ...config, graphUrl: graph.url, logLevel: 'error' }, { now: clock.now });
  const counter = await signIn(running.address);
  await connect(counter, graph);
  const close = async () => {
    await running.stop();
    await graph.close();
    await remove();
  };
  return { graph, running, counter, ...clock, close };
}

/** Submits a text, waits until it is approved, and returns the id of its template. */
export async function approve({ counter }: Pick<Storm, 'counter'>, message: string): Promise<number> {
  const template = (await ask(counter, calls.addTemplate, { title: 'Fee due', message })) as { id: number };
  const path = `/MessageTemplate/${template.id}/Submit`;
  await ask(counter, { method: 'POST', path }, {});
  for (let look = 0; look < 200; look += 1) {
    const { items } = (await ask(counter, calls.listApprovals)) as { items: Approval[] };
    const own = items.find(({ templateID }) => templateID === template.id);
    if (own?.state === 'approved') return template.id;
    await wait(25);
  }
  throw new Error('the template was not approved');
}

const numberOf = (index: number): string => `0300${String(1_000_001 + index)}`;
const e164Of = (index: number): string => `+92${numberOf(index).slice(1)}`;

/** Makes a billing with this many bills and returns its id. */
export async function fill({ counter }: Pick<Storm, 'counter'>, bills: number): Promise<number> {
  const contacts = Array.from({ length: bills }, (_, index) => ({
    name: `Child ${index}`,
    number: numberOf(index),
    invNo: `I${index}`,
    total: 12_500,
    dueDate: '2026-12-10',
    status: 'unpaid',
  }));
  const group = { id: 0, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee' };
  const { id } = (await ask(counter, calls.saveGroup, { group: { ...group, campusID: 1 }, contacts })) as {
    id: number;
  };
  return id;
}

/** Makes parents write first, so that free text reaches them. */
export async function haveWritten({ graph, running }: Storm, people: number): Promise<void> {
  for (let index = 0; index < people; index += 1) graph.phone(e164Of(index)).writes('Salam');
  for (let look = 0; look < 400; look += 1) {
    const row = await running.deps.store.db
      .selectFrom('inbound')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (row.count === people) return;
    await wait(25);
  }
  throw new Error('not every message of the parents arrived');
}
