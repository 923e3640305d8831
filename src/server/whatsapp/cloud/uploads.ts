/** Uploads files to WhatsApp. Each file is uploaded once for a number, and its media id is used until it expires. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isUpload } from '#shared/messages/media.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { FileContent, Sender } from '../model.ts';
import type { Outcome, Outgoing, ProviderDeps } from '../port.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { someText } from './parts.ts';
import { readMissingNumber } from './refusals.ts';
import { describeFile, type SentFile } from './requests.ts';

/** Days for which a media id is used. WhatsApp keeps an upload for 30 days. */
const cacheDays = 29;
/** Milliseconds, enough for 16 MB on a slow line. The upload continues while messages are put off. */
const uploadTimeouts = { connect: 5000, answer: 600_000 };
/** Milliseconds: how long a message waits for the upload, and how long it is put off after that. */
const shortWait = 8000;
const longWait = 15_000;

export type Ready = {
  kind: 'ready';
  file: SentFile;
  /** True if the id was cached before, so that it may have expired. */
  isOld: boolean;
};
type Uploaded = { kind: 'uploaded'; id: string } | Outcome;

export type Uploads = {
  /**
   * Returns the file for a message. If the file is not ready, it returns the outcome of the message, and nothing was
   * sent.
   */
  prepare: (sender: Sender, message: WithFile) => Promise<Ready | Outcome>;
  forget: (sender: Sender, message: WithFile) => Promise<void>;
};

type WithFile = Pick<Outgoing, 'media' | 'document'>;
/**
 * A file of the school. Its upload is cached under `key`. For a message's own document the key is the hash of the
 * content.
 */
type OwnFile = { key: string; name: string; read: () => Promise<FileContent | undefined> };

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

const idAnswer = z.object({ id: someText });

const settingName = (sender: Sender, key: string): string =>
  `media:${settingsOf(sender).phoneNumberID}:${key}`;
/** The key does not contain the name of a document, because each message gives the same content another name. */
const keyOf = ({ media, document }: WithFile): string =>
  document ? `sha256:${hashOf(document.bytes)}` : media;

const ownFile = (message: WithFile, { readFile }: ProviderDeps): OwnFile => {
  const { media, document } = message;
  const key = keyOf(message);
  return document
    ? { key, name: 'document.pdf', read: async () => document }
    : { key, name: describeFile(media).name, read: () => readFile(media) };
};

type UploadContext = { providerDeps: ProviderDeps; graph: Graph };

async function upload(
  { providerDeps, graph }: UploadContext,
  sender: Sender,
  file: OwnFile,
): Promise<Uploaded> {
  const content = await file.read();
  if (!content) return { kind: 'rejected', policy: 'failRequest', reason: makeReason('cloudNoFile') };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', content.type);
  form.set('file', new Blob([new Uint8Array(content.bytes)], { type: content.type }), file.name);
  const path = `${settingsOf(sender).phoneNumberID}/media`;
  const question = { method: 'POST', path, body: form, timeouts: uploadTimeouts } as const;
  const answered = answerOf(await graph.ask(sender, question), idAnswer, readMissingNumber);
  if (answered.kind === 'refused') return { ...answered, kind: 'rejected' };
  if (answered.kind === 'unreachable') return { ...answered, kind: 'notSent' };
  const { id } = answered.value;
  const expiresAt = new Date(providerDeps.now().getTime() + cacheDays * 86_400_000);
  await providerDeps.cache.put(sender.id, settingName(sender, file.key), { value: id, expiresAt });
  return { kind: 'uploaded', id };
}

/** Returns the result of the upload, or the outcome `later` if it takes too long. */
async function waitFor(uploading: Promise<Uploaded>, { now, runtime }: ProviderDeps): Promise<Uploaded> {
  const { promise: tooLong, resolve } = Promise.withResolvers<Outcome>();
  const at = () => new Date(now().getTime() + longWait);
  const putOff = () => resolve({ kind: 'later', at: at(), reason: makeReason('uploading') });
  const timer = runtime.after(shortWait, putOff);
  return Promise.race([uploading, tooLong]).finally(() => timer.cancel());
}

export function createUploads(providerDeps: ProviderDeps, graph: Graph): Uploads {
  const { cache } = providerDeps;
  /** Running uploads by sender and file. A failed upload stays here until one message has got its outcome. */
  const runningUploads = new Map<string, Promise<Uploaded>>();

  function begin(key: string, sender: Sender, file: OwnFile): Promise<Uploaded> {
    const unread: Uploaded = { kind: 'notSent', reason: makeReason('cloudFileUnread') };
    const uploading = upload({ providerDeps, graph }, sender, file).catch(() => unread);
    runningUploads.set(key, uploading);
    void uploading.then(({ kind }) => kind === 'uploaded' && runningUploads.delete(key));
    return uploading;
  }

  async function uploadSoon(sender: Sender, file: OwnFile): Promise<Uploaded> {
    const key = `${sender.id} ${settingName(sender, file.key)}`;
    const uploading = runningUploads.get(key) ?? begin(key, sender, file);
    const result = await waitFor(uploading, providerDeps);
    if (result.kind !== 'later' && runningUploads.get(key) === uploading) runningUploads.delete(key);
    return result;
  }

  async function prepare(sender: Sender, message: WithFile): Promise<Ready | Outcome> {
    const { media, document } = message;
    const described = document ? { kind: 'document' as const, name: document.name } : describeFile(media);
    if (!document && !isUpload(media))
      return { kind: 'ready', file: { ...described, link: media }, isOld: false };
    const file = ownFile(message, providerDeps);
    const old = await cache.find(sender.id, settingName(sender, file.key));
    if (old !== undefined) return { kind: 'ready', file: { ...described, id: old }, isOld: true };
    const uploaded = await uploadSoon(sender, file);
    if (uploaded.kind !== 'uploaded') return uploaded;
    return { kind: 'ready', file: { ...described, id: uploaded.id }, isOld: false };
  }

  return {
    prepare,
    forget: (sender, message) => cache.remove(sender.id, settingName(sender, keyOf(message))),
  };
}
