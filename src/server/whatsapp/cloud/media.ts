/**
 * Downloads media of a parent. The first call returns the address of the media. The second call downloads it, within
 * the 5 minutes in which that address is valid.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { makeReason, type Reason } from '#shared/messages/reasons.ts';
import type { Answered, FileContent, Sender } from '../model.ts';
import { type Called, type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { plainText } from './parts.ts';

const place = z.object({
  url: z.string(),
  mime_type: plainText,
  sha256: z.string().catch(''),
  file_size: z.union([z.number(), z.string().regex(/^\d{1,12}$/)]).catch(0),
});

/** Meta's own hosts. */
const mediaHosts = /\.(fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

/** Tells whether the token may be sent to this address: only to Graph and to WhatsApp's own hosts. */
function isTrusted(url: string, origin: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return parsed.origin === origin || (parsed.protocol === 'https:' && mediaHosts.test(parsed.hostname));
}

/** Tells whether the bytes match the hash. Some answers have the hash in hex, others in base64. */
function isWhole(bytes: Buffer, sha256: string): boolean {
  const digest = createHash('sha256').update(bytes).digest();
  return (
    sha256 === '' || sha256 === digest.toString('base64') || sha256.toLowerCase() === digest.toString('hex')
  );
}

const refuse = (reason: Reason): Answered<never> => ({ kind: 'refused', reason });

function readFile(called: Called, { mime_type, sha256 }: z.infer<typeof place>): Answered<FileContent> {
  if (called.kind === 'tooLarge') return refuse(makeReason('cloudMediaTooLarge'));
  if (called.kind !== 'answered' || called.status !== 200) {
    const answered = answerOf(called, z.never());
    return answered.kind === 'done'
      ? { kind: 'unreachable', reason: makeReason('cloudUnreadable') }
      : answered;
  }
  const { bytes } = called;
  return isWhole(bytes, sha256)
    ? { kind: 'done', value: { bytes, type: mime_type } }
    : refuse(makeReason('cloudMediaDamaged'));
}

export const createFetchMedia =
  (graph: Graph) =>
  async (sender: Sender, mediaID: string, most: number): Promise<Answered<FileContent>> => {
    const query = { phone_number_id: settingsOf(sender).phoneNumberID };
    const path = encodeURIComponent(mediaID);
    const found = answerOf(await graph.ask(sender, { path, query }), place, ({ code }) =>
      code === 100 ? { reason: makeReason('cloudMediaGone') } : undefined,
    );
    if (found.kind !== 'done') return found;
    const { url, file_size } = found.value;
    if (!isTrusted(url, graph.origin)) return refuse(makeReason('cloudMediaElsewhere'));
    if (Number(file_size) > most) return refuse(makeReason('cloudMediaTooLarge'));
    return readFile(await graph.download(sender, url, most), found.value);
  };
