/**
 * Uploads the example picture or video of a template, for the people at WhatsApp who approve it. It uses Graph's
 * resumable upload.
 */
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, Sender } from '../model.ts';
import type { ProviderDeps } from '../port.ts';
import type { TemplateDraft } from '../templates.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { someText } from './parts.ts';
import { describeFile } from './requests.ts';

/** The id contains a query of its own, so it is put into the address unchanged. */
const session = z.object({ id: z.string().regex(/^upload:[\w.~:%=+?&-]+$/) });
const handle = z.object({ h: someText });

/** Milliseconds. A person waits for the upload, and a video of 16 MB takes long on a slow line. */
const uploadTimeouts = { connect: 5000, answer: 120_000 };

const refuse = (reason: Reason): Answered<never> => ({ kind: 'refused', reason });

/** Uploads the example. Returns its handle, which a template contains instead of the file. */
export const createExamples =
  ({ readFile }: ProviderDeps, graph: Graph) =>
  async (
    sender: Sender,
    { media, example }: Pick<TemplateDraft, 'media' | 'example'>,
  ): Promise<Answered<string>> => {
    const { appID, token } = settingsOf(sender);
    if (!/^\d+$/.test(appID)) return refuse(makeReason('templateNeedsApp'));
    const file = example ?? (await readFile(media));
    if (!file) return refuse(makeReason('cloudNoFile'));
    const { bytes, type } = file;
    const { name } = example ? { name: 'example.pdf' } : describeFile(media);
    const query = { file_name: name, file_length: String(bytes.length), file_type: type };
    const opened = answerOf(
      await graph.ask(sender, { method: 'POST', path: `${appID}/uploads`, query }),
      session,
    );
    if (opened.kind !== 'done') return opened;
    const sent = await graph.ask(sender, {
      method: 'POST',
      path: opened.value.id,
      // Only this upload needs the `OAuth` scheme; all other calls use `Bearer`.
      headers: { authorization: `OAuth ${token}`, file_offset: '0' },
      body: bytes,
      timeouts: uploadTimeouts,
    });
    const answered = answerOf(sent, handle);
    return answered.kind === 'done' ? { kind: 'done', value: answered.value.h } : answered;
  };
