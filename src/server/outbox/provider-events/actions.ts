/** What a provider tells, as it changes the outbox; each in the transaction of `deps` and `scope`. */
import type { Reason } from '#shared/reasons.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { wordsOf } from '../../numbers/senders/rules.ts';
import type { SenderRow } from '../../numbers/tables.ts';
import type { Receipt } from '../../whatsapp/model.ts';
import { pauseByTemplate, resumeAfterApproval } from '../broadcasts/actions.ts';
import { sendNotice } from '../enqueue/actions.ts';
import { changeLimit } from '../messaging-limits/actions.ts';
import { recordOptOut, removeOptOut } from '../opt-outs/actions.ts';
import { applyReceipts, optOutStopped, publishRaised, toNewReceipt } from '../receipts/actions.ts';

type OptOutWish = { number: string; note: string; asOf: Date };

async function receive(deps: Deps, sender: SenderRow, receipts: readonly Receipt[]): Promise<void> {
  const receiptSender = { id: sender.id, words: wordsOf(sender) };
  const rows = receipts.map((receipt) => toNewReceipt(receiptSender, receipt));
  const moment = { now: deps.now().toISOString(), chance: deps.runtime.random };
  const raised = await applyReceipts(deps.store.db, rows, moment);
  publishRaised(deps, raised);
  await optOutStopped(deps, raised);
}

/** What a webhook handler is handed in; see webhooks/model.ts. */
export const providerEvents = (deps: Deps, scope: Scope) => ({
  applyReceipts: (sender: SenderRow, receipts: readonly Receipt[]) => receive(deps, sender, receipts),
  recordOptOut: (wish: OptOutWish) => recordOptOut(scope, deps, wish),
  removeOptOut: (wish: OptOutWish) => removeOptOut(scope, deps, wish),
  sendNotice: (notice: { number: string; text: string }) => sendNotice(scope, deps, notice),
  pauseByTemplate: (template: { name: string; language: string; reason: Reason }) =>
    pauseByTemplate(scope, deps, template),
  resumeAfterApproval: async () => void (await resumeAfterApproval(deps)),
  changeLimit: (sender: SenderRow, perDay: number | null) =>
    changeLimit(deps.store.db, sender, { perDay, now: deps.now().toISOString() }),
});
