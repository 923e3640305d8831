/**
 * Sends a message through WhatsApp. It uploads the file first, then makes one call, and maps each possible result to an
 * outcome.
 */
import { makeReason } from '#shared/messages/reasons.ts';
import type { Sender } from '../model.ts';
import type { Leave, Outcome, Outgoing, ProviderDeps } from '../port.ts';
import { type Graph, settingsOf } from './graph.ts';
import { outcomeOf } from './outcomes.ts';
import { findProblem, messageBody, type SentFile } from './requests.ts';
import { createUploads, type Ready } from './uploads.ts';

/** Error codes for a media id that has expired or belongs to another number. */
const badMedia = ['100', '131053'];

/** A template without a header cannot show a file. */
const hasFile = ({ media, document, template }: Outgoing): boolean =>
  (media !== '' || document !== undefined) && (template === undefined || template.hasHeader);

type Call = { message: Outgoing; leave: Leave; file?: SentFile };

export function createSend(providerDeps: ProviderDeps, graph: Graph) {
  const uploads = createUploads(providerDeps, graph);

  async function call(sender: Sender, { message, leave, file }: Call): Promise<Outcome> {
    const earlyOutcome = await leave();
    if (earlyOutcome) return earlyOutcome;
    const path = `${settingsOf(sender).phoneNumberID}/messages`;
    return outcomeOf(await graph.ask(sender, { method: 'POST', path, json: messageBody(message, file) }));
  }

  async function callWithFile(
    sender: Sender,
    { message, leave }: Call,
    { file, isOld }: Ready,
  ): Promise<Outcome> {
    const outcome = await call(sender, { message, leave, file });
    if (!isOld || outcome.kind !== 'rejected' || !badMedia.includes(outcome.code ?? '')) return outcome;
    // The next attempt uploads the file again. If WhatsApp refuses the new upload too, the file was not refused because
    // of its age.
    await uploads.forget(sender, message).catch(() => {});
    return { ...outcome, policy: 'retryTransient', reason: makeReason('cloudMediaExpired') };
  }

  return async (sender: Sender, message: Outgoing, leave: Leave): Promise<Outcome> => {
    const problem = findProblem(message);
    if (problem) return { kind: 'rejected', policy: 'failRequest', reason: problem };
    if (!hasFile(message)) return call(sender, { message, leave });
    const ready = await uploads
      .prepare(sender, message)
      .catch((): Outcome => ({ kind: 'notSent', reason: makeReason('cloudFileUnread') }));
    return ready.kind === 'ready' ? callWithFile(sender, { message, leave }, ready) : ready;
  };
}
