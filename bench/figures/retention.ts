/**
 * Webhooks, sends and pages while old webhooks are deleted and the money is checked, beside the same without either.
 * The database holds 735,000 webhooks, which are all due to be deleted, and 60,000 payments.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { median } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertBilling } from '../outbox-rows.ts';
import type { Bare, Place } from '../place.ts';
import { type ApiRequest, adminPassword, ask } from '../program.ts';
import { lookEvery } from '../runs.ts';
import { enterSchool, type School } from '../school.ts';

/** `BENCH_QUICK=1` makes a quick run with little meaning. */
const isQuick = process.env.BENCH_QUICK === '1';
const oldWebhooks = isQuick ? 50_000 : 735_000;
const payments = isQuick ? 5000 : 60_000;
/** Seconds of each side. */
const seconds = isQuick ? 3 : 20;
/** Calls per second of each kind. */
const perSecond = { webhook: 20, send: 5, page: 10 };
type Kind = keyof typeof perSecond;
const kinds = Object.keys(perSecond) as Kind[];
const words: Record<Kind, string> = {
  webhook: 'a webhook until it is handled',
  send: 'a send of one message',
  page: 'a page of the outbox',
};
const bound = 1.5;

const program = fileURLToPath(new URL('../retention-program.ts', import.meta.url));
const at = `'2026-01-05T08:00:00.000Z'`;
const series = (rows: number): string =>
  `with recursive series(i) as (select 1 union all select i + 1 from series where i < ${rows})`;

async function startProgram(place: Place) {
  const { PATH = '', HOME = '', SystemRoot = '' } = process.env;
  const child = fork(program, {
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
    env: { PATH, HOME, SystemRoot, PORT: '0', ADMIN_PASSWORD: adminPassword, ...place.env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  let checks = 0;
  child.on('message', (progress: { checks: number }) => {
    checks = progress.checks;
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  return { address, cleanUp: () => child.send('clean up'), checks: () => checks, stop };
}

/** Every webhook was handled long ago, and every bill is paid by one payment. */
async function fill(bare: Bare): Promise<void> {
  const body = 'x'.repeat(400);
  await bare.all(`${series(oldWebhooks)} insert into hook ("senderID", digest, body, "receivedAt", "handledAt")
    select sender.id, 'old ' || i, '${body}', '2026-01-05T08:00:00.' || (1000000 + i) || 'Z', ${at} from series, sender`);
  await insertBilling(bare, { campusID: 1, bills: payments });
  await bare.all(`update bill set status = 'paid', paid = total, "settledOn" = '2026-01-05'`);
  await bare.all(`insert into payment ("campusID", "receiptNo", amount, method, "receivedOn", "regNum", source,
      "sourceKey", "createdAt", "createdBy")
    select 1, row_number() over (order by id), paid, 'cash', "settledOn", "regNum", 'counter', cast(id as text), ${at}, ''
    from bill order by id`);
  await bare.all(`insert into allocation ("campusID", "paymentID", "billID", "groupID", name, "regNum", amount, "createdAt")
    select 1, payment.id, bill.id, bill."groupID", bill.name, bill."regNum", bill.paid, ${at}
    from bill join payment on payment."sourceKey" = cast(bill.id as text)`);
  await bare.tidy();
}

type Desk = { school: School; address: string; senderID: string; bare: Bare };
type Taken = Record<Kind, number[]>;

let calls = 0;

/** Milliseconds from the call until its webhook was handled. */
async function callWebhook({ address, senderID, bare }: Desk): Promise<number> {
  calls += 1;
  const number = `+92301${String(1_000_000 + calls)}`;
  const event = { kind: 'inbound', providerID: `bench ${calls}`, number, text: 'Salam', at: new Date() };
  const began = performance.now();
  const request: ApiRequest = {
    method: 'POST',
    path: `/webhooks/whatsapp/${senderID}`,
    body: JSON.stringify({ events: [event] }),
  };
  await ask({ address }, request);
  const find = () => bare.all('select id from inbound where "providerID" = $1', [`bench ${calls}`]);
  while ((await find()).length === 0) await wait(lookEvery);
  return performance.now() - began;
}

async function send({ school: { program, apiRequest } }: Desk): Promise<number> {
  calls += 1;
  const body = { contacts: `+92302${String(1_000_000 + calls)}`, message: 'Salam' };
  const began = performance.now();
  await ask(program, apiRequest('/Chat/SendWhatsApp', JSON.stringify(body)));
  return performance.now() - began;
}

async function loadPage({ school: { program, apiRequest } }: Desk): Promise<number> {
  const began = performance.now();
  await ask(program, apiRequest('/Outbox?status=all&take=50'));
  return performance.now() - began;
}

const acts: Record<Kind, (desk: Desk) => Promise<number>> = { webhook: callWebhook, send, page: loadPage };

/** Calls each kind at its fixed rate; a call that is late does not delay the others. */
async function work(desk: Desk): Promise<Taken> {
  const repeat = async (kind: Kind): Promise<number[]> => {
    const began = performance.now();
    const answers: Promise<number>[] = [];
    for (let at = 0; at < seconds * perSecond[kind]; at += 1) {
      await wait(Math.max(0, began + (at * 1000) / perSecond[kind] - performance.now()));
      answers.push(acts[kind](desk));
    }
    return Promise.all(answers);
  };
  const [webhook, sends, page] = await Promise.all([repeat('webhook'), repeat('send'), repeat('page')]);
  return { webhook, send: sends, page };
}

const late = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function countOld(bare: Bare): Promise<number> {
  const [row] = await bare.all(`select count(*) as count from hook where digest like 'old %'`);
  return Number(row?.count);
}

async function measureOn(kit: Kit, engine: Engine): Promise<Row[]> {
  const place = await kit.place(engine);
  const { address, cleanUp, checks, stop } = await startProgram(place);
  const school = await enterSchool({ address, pid: 0, stop });
  const bare = await place.openBare();
  await fill(bare);
  const [sender] = await bare.all('select id from sender');
  const desk = { school, address, senderID: String(sender?.id), bare };
  // The first round warms the program up.
  await work(desk);
  const alone = await work(desk);
  cleanUp();
  const beside = await work(desk);
  const left = await countOld(bare);
  if (left === 0 || left === oldWebhooks) throw new Error(`${left} old webhooks are left`);
  while (checks() === 0) await wait(lookEvery);
  await bare.close();
  await stop();
  return kinds.map((kind) => {
    const [ours, floor] = [median(beside[kind]), median(alone[kind])];
    return {
      what: `${words[kind]} during retention, ${engine}`,
      ours,
      floor,
      unit: 'ms',
      ratio: ours / floor,
      bound,
      beside: 'the same without retention',
      note: `95 of 100 within ${late(beside[kind]).toFixed(1)} ms, without ${late(alone[kind]).toFixed(1)} ms; ${oldWebhooks - left} webhooks deleted and the money checked ${checks()} times meanwhile`,
    };
  });
}

export const retention: Figure = {
  name: 'retention',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(...(await measureOn(kit, engine)));
    return rows;
  },
};
