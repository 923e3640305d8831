// The program for the figure `retention`. It receives webhooks for its demo phone, and runs retention on request.
import { setTimeout as wait } from 'node:timers/promises';
import { readConfig } from '../src/server/config.ts';
import { verifyWhenDue } from '../src/server/ledger/audit/audit.ts';
import { computer } from '../src/server/runtime.ts';
import { start } from '../src/server/start.ts';
import { deleteOld } from '../src/server/webhooks/retention/retention.ts';
import { demoPhone } from '../src/server/whatsapp/demo-phone.ts';
import type { WebhookEvent, Webhooks } from '../src/server/whatsapp/webhooks.ts';

const webhooks: Webhooks = {
  isSigned: () => true,
  readEvents: (_sender, body) =>
    (body as { events: (WebhookEvent & { at: string })[] }).events.map(
      (event) => ({ ...event, at: new Date(event.at) }) as WebhookEvent,
    ),
};
const demo = { ...demoPhone({ runtime: computer }), webhooks };
const running = await start(readConfig(undefined, []), { providers: { demo } });

/** Deletes old webhooks and checks the money, again and again until the program ends. */
async function cleanUp(): Promise<void> {
  const { deps } = running;
  const nightly = async (): Promise<void> => {
    for (let day = 1; ; day += 1) {
      const night = new Date(Date.now() + day * 86_400_000);
      night.setUTCHours(22);
      await verifyWhenDue({ ...deps, now: () => night });
      process.send?.({ checks: day });
      await wait(1);
    }
  };
  await Promise.all([deleteOld(deps), nightly()]);
}

process.on('message', (order) => {
  if (order === 'clean up') void cleanUp();
});
process.on('disconnect', () => process.exit(0));
process.send?.({ address: running.address });
