/** Changes to the outbox that a provider reports. Each runs in the transaction of `deps` and `scope`. */
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { wordsOf } from '../../senders/settings/settings-rules.ts';
import type { SenderRow } from '../../senders/tables.ts';
import type { Receipt } from '../../whatsapp/model.ts';
import { pauseByTemplate, resumeAfterApproval } from '../broadcasts/broadcasts.ts';
import { sendNotice } from '../enqueue/enqueue.ts';
import { changeLimit } from '../limits/messaging-limits.ts';
import { recordOptOut, removeOptOut } from '../limits/opt-outs.ts';
import { applyReceipts, optOutStopped, publishRaised, toNewReceipt } from './receipts.ts';
import { findPerson, learnFromReceipts } from './whatsapp-names.ts';
import type { NamedPerson } from './whatsapp-names-rules.ts';

/** `others` are further numbers of the same person, for which the opt-out holds too. */
type OptOutWish = { number: string; others?: readonly string[] | undefined; note: string; asOf: Date };

/** `learns`: receipts may teach how WhatsApp names a number, and the campus is locked for that. */
type Place = { deps: Deps; scope: Scope; learns: boolean };

async function receive(place: Place, sender: SenderRow, receipts: readonly Receipt[]): Promise<void> {
  const { deps, learns } = place;
  const receiptSender = { id: sender.id, words: wordsOf(sender) };
  const rows = receipts.map((receipt) => toNewReceipt(receiptSender, receipt));
  const moment = { now: deps.now().toISOString(), chance: deps.runtime.random };
  const raised = await applyReceipts(deps.store.db, rows, moment);
  publishRaised(deps, raised);
  await optOutStopped(deps, raised);
  if (learns) await learnFromReceipts(place, sender.id, receipts);
}

/** The functions that a webhook handler receives; see webhooks/model.ts. */
export const providerEvents = (deps: Deps, scope: Scope, learns: boolean) => ({
  applyReceipts: (sender: SenderRow, receipts: readonly Receipt[]) =>
    receive({ deps, scope, learns }, sender, receipts),
  findPerson: (named: NamedPerson) => findPerson(scope, deps, named),
  recordOptOut: async ({ others = [], ...wish }: OptOutWish): Promise<boolean> => {
    for (const number of others) await recordOptOut(scope, deps, { ...wish, number });
    return recordOptOut(scope, deps, wish);
  },
  removeOptOut: async ({ others = [], ...wish }: OptOutWish): Promise<void> => {
    for (const number of [wish.number, ...others]) await removeOptOut(scope, deps, { ...wish, number });
  },
  sendNotice: (notice: { number: string; text: string }) => sendNotice(scope, deps, notice),
  pauseByTemplate: (template: { name: string; language: string; reason: Reason }) =>
    pauseByTemplate(scope, deps, template),
  resumeAfterApproval: async () => void (await resumeAfterApproval(deps)),
  changeLimit: (sender: SenderRow, perDay: number | null) =>
    changeLimit(deps.store.db, sender, { perDay, now: deps.now().toISOString() }),
});
