/** A whole Qasid in its own process, made to be killed. The test tells it the place, the recorder and the time. */
import { flushCompileCache } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { applyReceipts, toNewReceipt } from '../../src/server/outbox/receipts/receipts.ts';
import type { NewReceipt } from '../../src/server/outbox/receipts/receipts-queries.ts';
import { inTransaction } from '../../src/server/platform/db/store.ts';
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

/** Takes callbacks as a webhook does: the provider repeats what could not be stored. */
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
// The program ends with the test.
process.on('disconnect', () => process.exit(1));
// A killed program does not save its compile cache, so it is saved now.
flushCompileCache();
process.send?.({ address: running.address });
