/**
 * One call queues 100,000 filled messages, beside a bare insert of the same rows. Also measures how long other calls
 * wait meanwhile.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { watchRuns } from '../live.ts';
import type { Bare, Values } from '../place.ts';
import { type ApiRequest, adminPassword, ask, type Program, startProgram } from '../program.ts';
import {
  countMessages,
  forgetRuns,
  saveBilling,
  sendBody,
  setPace,
  stopSenders,
  waitUntilNone,
} from '../runs.ts';
import { enterSchool, type School } from '../school.ts';

const messages = 100_000;
const rounds = 3;
const pingEvery = 20;

/** The longest time of one small call, repeated while the work lasts. */
async function longestWait(
  program: Program,
  apiRequest: ApiRequest,
  work: Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const end = work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  while (!isOver) {
    longest = Math.max(longest, await time(() => ask(program, apiRequest)));
    await wait(pingEvery);
  }
  await end;
  return longest;
}

type Felt = { alive: number; count: number; unsent: number };

/** Makes one send while other calls run. The send is removed afterwards. */
async function sendDuringCalls(school: School, bare: Bare, groupID: number): Promise<Felt> {
  const { program, apiRequest } = school;
  const send = ask(program, apiRequest('/Chat/SendWhatsAppGroup', sendBody([groupID])));
  const [alive, count] = await Promise.all([
    longestWait(program, { path: '/healthz' }, send),
    longestWait(program, apiRequest('/Outbox/Count'), send),
  ]);
  return { alive, count, unsent: await countMessages(bare, ['queued', 'sending']) };
}

async function clear({ program, apiRequest }: School, bare: Bare): Promise<void> {
  await ask(program, apiRequest('/Chat/ClearOutBox', '{}'));
  await waitUntilNone(bare, ['queued', 'sending']);
  await forgetRuns(bare);
}

/** The rows of the first send, to be inserted again as part of a send of their own. */
async function rowsOfRun(bare: Bare): Promise<{ broadcast: Values; rows: Values[] }> {
  const [broadcast = {}] = await bare.all('select * from broadcast');
  const rows = await bare.all('select * from message order by id');
  const queuedAt = broadcast.createdAt ?? '';
  // Restores the queued state, because the first hundred messages have been claimed since.
  const asClaimed = { leaseUntil: null, handedOverAt: null, providerID: null, acceptedAt: null };
  const asQueued = { ...asClaimed, status: 'queued', attempts: 0 };
  const bareRows = rows.map(({ id: _made, ...row }) => ({
    ...row,
    ...asQueued,
    dueAt: queuedAt,
    pollAt: null,
  }));
  return { broadcast: { ...broadcast, state: 'done', clientID: null }, rows: bareRows };
}

/** Throws if the answer waited for a message to be sent. Here no message can be sent before the end. */
async function proveNoWait({ program, apiRequest }: School, bare: Bare, body: string): Promise<void> {
  await stopSenders(bare);
  const { queued } = await ask(program, apiRequest('/Chat/SendWhatsAppGroup', body));
  const waiting = await countMessages(bare, ['queued']);
  if (queued !== messages || waiting !== messages)
    throw new Error(`the answer says ${queued} queued, but ${waiting} of ${messages} wait`);
}

/** Milliseconds from the answer until a listening page shows the figures of the send; 0 if it showed them earlier. */
async function firstFigure(school: School, bare: Bare, body: string): Promise<number> {
  const { seen, close } = await watchRuns(school);
  await ask(school.program, school.apiRequest('/Chat/SendWhatsAppGroup', body));
  const answered = performance.now();
  const taken = Math.max(0, (await seen) - answered);
  close();
  await clear(school, bare);
  return taken;
}

/** The page must show its first live figures within a second. */
const mostWait = 1000;

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, { ADMIN_PASSWORD: adminPassword });
  const school = await enterSchool(program);
  // The slowest pace: the demo phone takes minutes for all messages, so the answer's time cannot include it.
  await setPace(school, 'natural');
  const groupID = await saveBilling(school, messages);
  const bare = await place.openBare();
  const body = sendBody([groupID]);
  const felt = await sendDuringCalls(school, bare, groupID);
  const { broadcast, rows } = await rowsOfRun(bare);
  await clear(school, bare);

  const queueOnce = async () => {
    const taken = await time(() => ask(program, school.apiRequest('/Chat/SendWhatsAppGroup', body)));
    await clear(school, bare);
    return taken;
  };
  const insertOnce = async () => {
    await bare.insert('broadcast', [broadcast]);
    const taken = await time(() => bare.insert('message', rows));
    await forgetRuns(bare);
    return taken;
  };
  const { ours, floor } = await alternate(rounds, { ours: queueOnce, floor: insertOnce });
  const { shown } = await alternate(rounds, { shown: () => firstFigure(school, bare, body) });
  await proveNoWait(school, bare, body);
  await bare.close();
  await program.stop();
  const note = `when it answered ${felt.unsent.toLocaleString('en')} were still to be sent; meanwhile the longest wait for /healthz was ${felt.alive.toFixed(0)} ms, for Outbox/Count ${felt.count.toFixed(0)} ms`;
  const what = `queueing ${messages.toLocaleString('en')} messages, ${engine}`;
  const beside = 'bare insert, committed';
  return [
    { what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 2, beside, note },
    {
      what: `its first live figure after the answer, ${engine}`,
      ours: shown,
      floor: mostWait,
      unit: 'ms',
      ratio: shown / mostWait,
      bound: 1,
      beside: 'limit',
      note: 'and the answer came with all of them waiting where nothing could be sent',
    },
  ];
}

export const queueMessages: Figure = {
  name: 'queue-messages',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
