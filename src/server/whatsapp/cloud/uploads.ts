/** Uploads to WhatsApp. Each file is uploaded once for a number, and its media id is used until it expires. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isUpload } from '#shared/media.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { FileContent, Sender } from '../model.ts';
import type { Outcome, Outgoing, Surroundings } from '../port.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { someText } from './parts.ts';
import { readMissingNumber } from './refusals.ts';
import { describeFile, type SentFile } from './requests.ts';

/** WhatsApp keeps an upload for 30 days. */
const keptDays = 29;
/** Milliseconds for 16 MB on a slow line. The upload continues while messages are put off. */
const uploadPatience = { connect: 5000, answer: 600_000 };
/** Milliseconds that a message waits in its worker for the upload, and until it is tried again. */
const shortWait = 8000;
const longWait = 15_000;

export type Ready = {
  kind: 'ready';
  file: SentFile;
  /** The id was cached before, so it may have expired. */
  isOld: boolean;
};
type Uploaded = { kind: 'uploaded'; id: string } | Outcome;

export type Uploads = {
  /**
   * The file as a message carries it, or the outcome of the message if the file is not ready. Then nothing was sent.
   */
  prepare: (sender: Sender, message: Carrying) => Promise<Ready | Outcome>;
  forget: (sender: Sender, message: Carrying) => Promise<void>;
};

type Carrying = Pick<Outgoing, 'media' | 'document'>;
/** A file of the school. `key` finds its upload again; for a message's own document it is the hash of the content. */
type OwnFile = { key: string; name: string; read: () => Promise<FileContent | undefined> };

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const idAnswer = z.object({ id: someText });

const nameOf = (sender: Sender, key: string): string => `media:${settingsOf(sender).phoneNumberID}:${key}`;
/** The same content may have several names, because each message names its file. */
const keyOf = ({ media, document }: Carrying): string =>
  document ? `sha256:${hashOf(document.bytes)}` : media;

const ownFile = (message: Carrying, { readFile }: Surroundings): OwnFile => {
  const { media, document } = message;
  const key = keyOf(message);
  return document
    ? { key, name: 'document.pdf', read: async () => document }
    : { key, name: describeFile(media).name, read: () => readFile(media) };
};

type Around = { surroundings: Surroundings; graph: Graph };

async function upload({ surroundings, graph }: Around, sender: Sender, file: OwnFile): Promise<Uploaded> {
  const kept = await file.read();
  if (!kept) return { kind: 'rejected', policy: 'failRequest', reason: reasonOf('cloudNoFile') };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', kept.type);
  form.set('file', new Blob([new Uint8Array(kept.bytes)], { type: kept.type }), file.name);
  const path = `${settingsOf(sender).phoneNumberID}/media`;
  const question = { method: 'POST', path, body: form, patience: uploadPatience } as const;
  const answered = answerOf(await graph.ask(sender, question), idAnswer, readMissingNumber);
  if (answered.kind === 'refused') return { ...answered, kind: 'rejected' };
  if (answered.kind === 'unreachable') return { ...answered, kind: 'notSent' };
  const { id } = answered.value;
  const expiresAt = new Date(surroundings.now().getTime() + keptDays * 86_400_000);
  await surroundings.cache.put(sender.id, nameOf(sender, file.key), { value: id, expiresAt });
  return { kind: 'uploaded', id };
}

/** The result of the upload, or the outcome `later` if it takes too long. */
async function waitFor(uploading: Promise<Uploaded>, { now, runtime }: Surroundings): Promise<Uploaded> {
  const { promise: tooLong, resolve } = Promise.withResolvers<Outcome>();
  const at = () => new Date(now().getTime() + longWait);
  const putOff = () => resolve({ kind: 'later', at: at(), reason: reasonOf('uploading') });
  const timer = runtime.after(shortWait, putOff);
  return Promise.race([uploading, tooLong]).finally(() => timer.cancel());
}

export function createUploads(surroundings: Surroundings, graph: Graph): Uploads {
  const { cache } = surroundings;
  /** Running uploads by sender and file. A failed one stays until a message has got its outcome. */
  const underWay = new Map<string, Promise<Uploaded>>();

  function begin(key: string, sender: Sender, file: OwnFile): Promise<Uploaded> {
    const unread: Uploaded = { kind: 'notSent', reason: reasonOf('cloudFileUnread') };
    const uploading = upload({ surroundings, graph }, sender, file).catch(() => unread);
    underWay.set(key, uploading);
    void uploading.then(({ kind }) => kind === 'uploaded' && underWay.delete(key));
    return uploading;
  }

  async function uploadSoon(sender: Sender, file: OwnFile): Promise<Uploaded> {
    const key = `${sender.id} ${nameOf(sender, file.key)}`;
    const uploading = underWay.get(key) ?? begin(key, sender, file);
    const came = await waitFor(uploading, surroundings);
    if (came.kind !== 'later' && underWay.get(key) === uploading) underWay.delete(key);
    return came;
  }

  async function prepare(sender: Sender, message: Carrying): Promise<Ready | Outcome> {
    const { media, document } = message;
    const described = document ? { kind: 'document' as const, name: document.name } : describeFile(media);
    if (!document && !isUpload(media))
      return { kind: 'ready', file: { ...described, link: media }, isOld: false };
    const file = ownFile(message, surroundings);
    const old = await cache.find(sender.id, nameOf(sender, file.key));
    if (old !== undefined) return { kind: 'ready', file: { ...described, id: old }, isOld: true };
    const uploaded = await uploadSoon(sender, file);
    if (uploaded.kind !== 'uploaded') return uploaded;
    return { kind: 'ready', file: { ...described, id: uploaded.id }, isOld: false };
  }

  return { prepare, forget: (sender, message) => cache.remove(sender.id, nameOf(sender, keyOf(message))) };
}
