/**
 * The time per message from claim to completion must be the same for a thousand and a hundred thousand waiting
 * messages, and for a table of a thousand and a million messages, nearly all of them old. Runs in this process.
 */
import { readConfig } from '../../src/server/config.ts';
import { sendNext } from '../../src/server/outbox/delivery/worker.ts';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { start } from '../../src/server/start.ts';
import { asking } from '../../test/support/leaving.ts';
import { alternate, time } from '../alternate.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { insertBilling, insertHeldRun, insertOld } from '../outbox-rows.ts';
import { adminPassword } from '../program.ts';
import { bySize, flatRow, type Sizes } from '../sizes.ts';

const rounds = 7;
/** Messages sent in each run, fewer than the smallest outbox holds. */
const atLeast = 500;

const atOnceProvider = {
  send: asking((_sender, { opaque }) => ({ kind: 'accepted', providerID: opaque })),
};

/** Resets the outbox, so that every run finds the same rows. */
const reset = [
  `delete from attempt where "messageID" in (select id from message where "broadcastID" = 1 and attempts > 0)`,
  `update message set status = 'queued', attempts = 0, "dueAt" = "createdAt", "providerID" = null,
    "acceptedAt" = null, "leaseUntil" = null where "broadcastID" = 1 and status <> 'queued'`,
  `update broadcast set state = 'running', "nextAt" = "createdAt" where id = 1`,
];

type Filling = { waiting: number; old: number };

async function openOutbox(kit: Kit, engine: Engine, { waiting, old }: Filling) {
  const place = await kit.place(engine);
  const config = readConfig({ ...place.env, PORT: '0', ADMIN_PASSWORD: adminPassword });
  // The role `web` starts no workers, because this figure runs them itself.
  const running = await start({ ...config, role: 'web' }, { providers: { demo: atOnceProvider } });
  const bare = await place.openBare();
  if (old > 0) await insertOld(bare, old);
  await insertBilling(bare, { campusID: 1, bills: waiting });
  await insertHeldRun(bare, { runID: 1, campusID: 1, messages: waiting });
  const prepare = async () => {
    for (const statement of reset) await bare.all(statement);
    await bare.tidy();
  };
  await prepare();
  const sendSome = async () => {
    let sent = 0;
    const taken = await time(async () => {
      while (sent < atLeast) {
        const done = await sendNext(running.deps);
        if (done === 0) throw new Error('no message was left in the outbox');
        sent += done;
      }
    });
    await prepare();
    return (taken / sent) * atLeast;
  };
  const stop = async () => {
    await bare.close();
    await running.stop();
  };
  return { sendSome, stop };
}

type Outbox = Awaited<ReturnType<typeof openOutbox>>;
type Kind = { what: (size: string) => string; sizes: Sizes; fill: (size: number) => Filling };

const fewest = 1000;

const kinds: readonly Kind[] = [
  {
    what: (size) => `a message claimed and settled, ${size} waiting`,
    sizes: [fewest, 10_000, 100_000],
    fill: (waiting) => ({ waiting, old: 0 }),
  },
  {
    what: (size) => `a message claimed and settled, ${size} in the table`,
    sizes: [fewest, 100_000, 1_000_000],
    fill: (size) => ({ waiting: fewest, old: size - fewest }),
  },
];

async function measureOn(kit: Kit, engine: Engine, { what, sizes, fill }: Kind): Promise<Row> {
  const outboxes = new Map<number, Outbox>();
  for (const size of sizes) outboxes.set(size, await openOutbox(kit, engine, fill(size)));
  const send = (size: number) => outboxes.get(size)?.sendSome() ?? Promise.resolve(0);
  const taken = await alternate(
    rounds,
    bySize(sizes, (size) => () => send(size)),
  );
  for (const { stop } of outboxes.values()) await stop();
  return flatRow(taken, { what, engine, sizes, items: atLeast });
}

export const flatMessages: Figure = {
  name: 'flat-messages',
  measure: async (kit) => {
    const rows: Row[] = [];
    for (const engine of kit.engines) for (const kind of kinds) rows.push(await measureOn(kit, engine, kind));
    return rows;
  },
};
