/** What a message costs from claim to settled, whether a thousand wait or a hundred thousand. In this process. */
import { readConfig } from '../../src/server/config.ts';
import type { Engine } from '../../src/server/db/engine.ts';
import { sendNext } from '../../src/server/sending/worker.ts';
import { type Running, start } from '../../src/server/start.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import type { Values } from '../place.ts';
import { adminPassword } from '../program.ts';
import { bySize, flatRow, type Size, sizes } from '../sizes.ts';

const rounds = 7;
/** Sent in each run; fewer than the smallest outbox holds. */
const atLeast = 500;
const now = '2026-11-05T08:00:00.000Z';

const atOnceProvider = {
  send: async (_sender: unknown, { opaque }: { opaque: string }) => ({
    kind: 'accepted' as const,
    providerID: opaque,
  }),
};

const broadcast: Values = {
  id: 1,
  campusID: 1,
  senderID: 's1',
  createdBy: 'bench',
  text: 'Dear parent',
  media: '',
  total: 0,
  queued: 0,
  audience: 'all',
  state: 'running',
  nextAt: now,
  servedAt: now,
  createdAt: now,
};

const message = (index: number): Values => ({
  campusID: 1,
  broadcastID: 1,
  senderID: 's1',
  groupIDs: '',
  billIDs: ` ${index} `,
  number: `+92300${1_000_000 + index}`,
  name: `Ayesha Khan ${index}`,
  text: `Dear Ayesha Khan ${index}, your fee of Rs. 12,500 is due on 10 Nov 2026. Main School`,
  media: '',
  status: 'queued',
  attempts: 0,
  dueAt: now,
  createdAt: now,
  updatedAt: now,
});

/** Back to how it was, so that every run finds the same outbox. */
const reset = [
  `update message set status = 'queued', attempts = 0, "dueAt" = '${now}', "providerID" = null,
    "acceptedAt" = null where status <> 'queued'`,
  `update broadcast set state = 'running', "nextAt" = '${now}'`,
];

async function openOutbox(kit: Kit, engine: Engine, size: Size) {
  const place = await kit.place(engine);
  const config = readConfig({ ...place.env, PORT: '0', ADMIN_PASSWORD: adminPassword });
  // Without workers of its own: here they are told when to work.
  const running = await start({ ...config, role: 'web' }, { providers: { demo: atOnceProvider } });
  const bare = await place.openBare();
  await bare.insert('broadcast', [broadcast]);
  await bare.insert(
    'message',
    Array.from({ length: size }, (_, index) => message(index)),
  );
  await bare.tidy();
  const sendSome = async () => {
    let sent = 0;
    const taken = await time(async () => {
      while (sent < atLeast) {
        const done = await sendNext(running.deps);
        if (done === 0) throw new Error('the outbox ran dry');
        sent += done;
      }
    });
    for (const statement of reset) await bare.all(statement);
    await bare.tidy();
    return (taken / sent) * atLeast;
  };
  const stop = async () => {
    await bare.close();
    await running.stop();
  };
  return { running, sendSome, stop };
}

type Outbox = { running: Running; sendSome: () => Promise<number>; stop: () => Promise<void> };

async function measureOn(kit: Kit, engine: Engine): Promise<Row> {
  const outboxes = new Map<Size, Outbox>();
  for (const size of sizes) outboxes.set(size, await openOutbox(kit, engine, size));
  const send = (size: Size) => outboxes.get(size)?.sendSome() ?? Promise.resolve(0);
  const taken = await alternate(
    rounds,
    bySize((size) => () => send(size)),
  );
  for (const { stop } of outboxes.values()) await stop();
  return flatRow(taken, atLeast, ['a message claimed and settled', engine]);
}

export const flatMessages: Figure = {
  name: 'flat-messages',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) rows.push(await measureOn(kit, engine));
    return rows;
  },
};
