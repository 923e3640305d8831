/** A whole Qasid as a process of its own, made to be killed. The test tells it the place, the recorder and the time. */
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '../../src/server/db/store.ts';
import { applyReceipts, toNewReceipt } from '../../src/server/outbox/receipts/actions.ts';
import type { NewReceipt } from '../../src/server/outbox/receipts/queries.ts';
import { start } from '../../src/server/start.ts';
import type { Receipt } from '../../src/server/whatsapp/model.ts';
import type { FaultOrder, FaultPlace } from './fault-process.ts';
import { receiptSenderOf } from './receipt-sender.ts';
import { hearCallbacks, recordingProvider } from './recording-provider.ts';

const { config, recorder, clockAhead } = JSON.parse(process.env.FAULT_PLACE ?? '') as FaultPlace;
let ahead = clockAhead;
let isStopping = false;
const now = () => new Date(Date.now() + ahead);

const running = await start(config, { providers: { demo: recordingProvider(recorder, now) }, now });

/** As a webhook does: what cannot be stored now is said again by the provider. */
async function listen(): Promise<void> {
  const { store } = running.deps;
  const take = async (callbacks: (Receipt & { senderID: string })[]) => {
    const rows: NewReceipt[] = [];
    for (const { senderID, ...receipt } of callbacks)
      rows.push(toNewReceipt(await receiptSenderOf(store.db, senderID), receipt));
    const moment = { now: now().toISOString(), chance: Math.random };
    await inTransaction({ db: store.db }, ({ db }) => applyReceipts(db, rows, moment));
  };
  while (!isStopping) {
    await hearCallbacks(recorder, take).catch(() => {});
    await pause(20);
  }
}
const listening = listen();

async function stop(): Promise<void> {
  isStopping = true;
  await listening;
  await running.stop();
}

process.on('message', (order: FaultOrder) => {
  if (order.clockAhead !== undefined) ahead = order.clockAhead;
  if (!order.stop) return;
  stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
// Nothing is left behind when the test itself is ended.
process.on('disconnect', () => process.exit(1));
// It will not end in a way that would keep what it has compiled.
flushCompileCache();
process.send?.({ address: running.address });
