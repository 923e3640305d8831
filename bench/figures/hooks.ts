/** WhatsApp sends 5,000 message statuses a second while the program handles them, beside a bare HTTP answer. */
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '#shared/calls/connection.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { plainAccount } from '../../test/peers/graph/account.ts';
import { bodyOf, type Change, sign } from '../../test/peers/graph/hooks.ts';
import { median } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Bare } from '../place.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { countMessages, forgetRuns, lookEvery, saveBilling, sendBody, stopSenders } from '../runs.ts';
import { enterSchool } from '../school.ts';

const messages = 20_000;
const states = ['sent', 'delivered', 'read'] as const;
/** Statuses per call, and calls per second. */
const inCall = 50;
const perSecond = 100;
/** Meta requires a median below 250 ms; we allow ourselves a fifth of it. */
const mostMedian = 50;

const account = plainAccount();
const wamid = 'wamid.bench';

type Call = { body: string; signature: string };

function changeOf(id: number, status: string, receiptSecret: string): Change {
  const [{ id: phone_number_id, number }] = account.numbers;
  const one = {
    id: `${wamid}${id}`,
    status,
    timestamp: String(Math.floor(Date.now() / 1000)),
    recipient_id: `92300${id}`,
    biz_opaque_callback_data: `m2:${id}:a1:${receiptSecret}`,
    pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
  };
  const metadata = { display_phone_number: number.replace('+', ''), phone_number_id };
  return { field: 'messages', value: { messaging_product: 'whatsapp', metadata, statuses: [one] } };
}

/** The calls are signed beforehand, so that signing is not measured. */
function makeCalls(ids: readonly number[], receiptSecret: string): Call[] {
  const all = states.flatMap((status) => ids.map((id) => ({ id, status })));
  return Array.from({ length: Math.ceil(all.length / inCall) }, (_, at) => {
    const part = all.slice(at * inCall, (at + 1) * inCall);
    const body = bodyOf(
      account.wabaID,
      part.map(({ id, status }) => changeOf(id, status, receiptSecret)),
      Date.now(),
    );
    return { body, signature: sign(account.appSecret, body) };
  });
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Milliseconds until the answer 200. */
async function post(url: string, { body, signature }: Call): Promise<number> {
  const began = performance.now();
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-hub-signature-256': signature,
  };
  const sent = request(url, { agent, method: 'POST', headers });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  answer.resume();
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`a webhook was answered ${answer.statusCode}`);
  return performance.now() - began;
}

type Timing = { taken: number[]; rate: number };

/** Sends calls at a fixed rate, whether or not earlier ones were answered. `rate`: statuses answered per second. */
async function sendCalls(url: string, calls: readonly Call[]): Promise<Timing> {
  const began = performance.now();
  const answers: Promise<number>[] = [];
  for (const [at, call] of calls.entries()) {
    const early = began + (at * 1000) / perSecond - performance.now();
    if (early > 1) await wait(early);
    answers.push(post(url, call));
  }
  const taken = await Promise.all(answers);
  return { taken, rate: (calls.length * inCall * 1000) / (performance.now() - began) };
}

/** A server that reads the request, answers 200 and does nothing else. */
async function sendToBareServer(calls: readonly Call[]): Promise<Timing> {
  const server = createServer((incoming, answer) => {
    incoming.resume().on('end', () => answer.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  const timing = await sendCalls(`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/`, calls);
  server.closeAllConnections();
  server.close();
  return timing;
}

/**
 * Records messages as accepted by WhatsApp without a call for each, and returns their ids. The attempts must be stored,
 * because statuses for unknown attempts are ignored.
 */
async function haveAccepted(bare: Bare): Promise<number[]> {
  await bare.all(`insert into attempt
      ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, "providerID")
    select id, 1, "campusID", "senderID", "createdAt", "createdAt", 'accepted', '${wamid}' || id from message`);
  await bare.all(`update message set status = 'accepted', attempts = 1, "providerID" = '${wamid}' || id`);
  const rows = await bare.all('select id from message order by id');
  return rows.map(({ id }) => Number(id));
}

/** The receipt secret of the sender, which is in everything it sends. */
async function readReceiptSecret(bare: Bare): Promise<string> {
  const [sender] = await bare.all('select words from sender where "campusID" = 1');
  const [now] = JSON.parse(String(sender?.words)) as { word: string }[];
  if (!now) throw new Error('the sender has no receipt secret');
  return now.word;
}

/** Looks for the first unhandled hook by its index, so that the check costs nothing. */
async function waitUntilHandled(bare: Bare): Promise<void> {
  const left = () => bare.all('select id from hook where "handledAt" is null limit 1');
  while ((await left()).length > 0) await wait(lookEvery);
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const program = await startProgram(place, {
    ADMIN_PASSWORD: adminPassword,
    WHATSAPP_GRAPH_URL: 'http://127.0.0.1:9',
  });
  const school = await enterSchool(program);
  const { apiRequest } = school;
  const [{ id: phoneNumberID }] = account.numbers;
  const { appID, wabaID, token, appSecret } = account;
  const cloud = { phoneNumberID, wabaID, appID, token, appSecret };
  const connect = JSON.stringify({ way: 'cloud', cloud });
  const groupID = await saveBilling(school, messages);
  const bare = await place.openBare();
  // The messages are queued through the demo sender, so that no template is needed, and then held.
  await stopSenders(bare);
  await ask(program, apiRequest('/Chat/SendWhatsAppGroup', sendBody([groupID])));
  const { webhook } = (await ask(program, apiRequest('/Sender/Connection', connect, 'PUT'))) as Connection;
  const calls = makeCalls(await haveAccepted(bare), await readReceiptSecret(bare));
  const url = `${program.address}${new URL(webhook.url).pathname}`;
  const floor = await sendToBareServer(calls);
  const began = performance.now();
  const ours = await sendCalls(url, calls);
  await waitUntilHandled(bare);
  const handled = (calls.length * inCall * 1000) / (performance.now() - began);
  const read = await countMessages(bare, ['read']);
  if (read !== messages) throw new Error(`${read} of ${messages} messages were read`);
  await forgetRuns(bare);
  await bare.close();
  await program.stop();
  return rowsOf(engine, { ours, floor, handled });
}

function rowsOf(
  engine: Engine,
  { ours, floor, handled }: { ours: Timing; floor: Timing; handled: number },
): Row[] {
  const middle = median(ours.taken);
  const bare = median(floor.taken);
  const what = `taking a webhook of ${inCall} statuses, ${perSecond} a second, ${engine}`;
  const note = `p99 ${percentile(ours.taken, 0.99).toFixed(0)} ms, ${ours.rate.toFixed(0)} statuses a second taken, all handled at ${handled.toFixed(0)} a second`;
  const unit = 'ms' as const;
  return [
    {
      what,
      ours: middle,
      floor: mostMedian,
      unit,
      ratio: middle / mostMedian,
      bound: 1,
      beside: 'limit',
      note,
    },
    {
      what,
      ours: middle,
      floor: bare,
      unit,
      ratio: middle / bare,
      bound: undefined,
      beside: 'bare HTTP answer',
    },
    {
      what: `statuses a second, ${engine}`,
      ours: ours.rate,
      floor: floor.rate,
      unit: 'per s',
      ratio: floor.rate / ours.rate,
      // Calls come at a fixed rate, so a server that keeps up answers the last one at about the same time as the bare
      // server.
      bound: 1.05,
      beside: 'bare HTTP answer',
    },
  ];
}

export const hooks: Figure = {
  name: 'hooks',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
