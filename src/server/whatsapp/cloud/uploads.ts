/** Our files at WhatsApp: each is uploaded once for a number, and its id used again until it expires. */
import { z } from 'zod';
import { isUpload } from '#shared/media.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Sender } from '../model.ts';
import type { Outcome, Surroundings } from '../port.ts';
import { type Graph, settingsOf } from './graph.ts';
import { answerOf } from './outcomes.ts';
import { someText } from './parts.ts';
import { readMissingNumber } from './refusals.ts';
import { describeFile, type SentFile } from './requests.ts';

/** WhatsApp keeps an upload for 30 days. */
const keptDays = 29;
/** Milliseconds: 16 MB on a slow line, which goes on while messages wait. */
const uploadPatience = { connect: 5000, answer: 600_000 };
/** Milliseconds a message stays in its worker's hands for the upload, and until it is tried again. */
const shortWait = 8000;
const longWait = 15_000;

export type Ready = {
  kind: 'ready';
  file: SentFile /** Was told before, and may have expired. */;
  isOld: boolean;
};
type Uploaded = { kind: 'uploaded'; id: string } | Outcome;

export type Uploads = {
  /** The file as a message carries it, or what becomes of the message without it: it has not left. */
  prepare: (sender: Sender, url: string) => Promise<Ready | Outcome>;
  forget: (sender: Sender, url: string) => Promise<void>;
};

const idAnswer = z.object({ id: someText });

const nameOf = (sender: Sender, url: string): string => `media:${settingsOf(sender).phoneNumberID}:${url}`;

type Around = { surroundings: Surroundings; graph: Graph };

async function upload({ surroundings, graph }: Around, sender: Sender, url: string): Promise<Uploaded> {
  const kept = await surroundings.readFile(url);
  if (!kept) return { kind: 'rejected', policy: 'failRequest', reason: reasonOf('cloudNoFile') };
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', kept.type);
  form.set('file', new Blob([new Uint8Array(kept.bytes)], { type: kept.type }), describeFile(url).name);
  const path = `${settingsOf(sender).phoneNumberID}/media`;
  const question = { method: 'POST', path, body: form, patience: uploadPatience } as const;
  const answered = answerOf(await graph.ask(sender, question), idAnswer, readMissingNumber);
  if (answered.kind === 'refused') return { ...answered, kind: 'rejected' };
  if (answered.kind === 'unreachable') return { ...answered, kind: 'notSent' };
  const { id } = answered.value;
  const expiresAt = new Date(surroundings.now().getTime() + keptDays * 86_400_000);
  await surroundings.cache.put(sender.id, nameOf(sender, url), { value: id, expiresAt });
  return { kind: 'uploaded', id };
}

/** The upload's end, or that the message is put off because it takes longer. */
async function waitFor(uploading: Promise<Uploaded>, { now, runtime }: Surroundings): Promise<Uploaded> {
  const { promise: tooLong, resolve } = Promise.withResolvers<Outcome>();
  const at = () => new Date(now().getTime() + longWait);
  const putOff = () => resolve({ kind: 'later', at: at(), reason: reasonOf('uploading') });
  const timer = runtime.after(shortWait, putOff);
  return Promise.race([uploading, tooLong]).finally(() => timer.cancel());
}

export function createUploads(surroundings: Surroundings, graph: Graph): Uploads {
  const { cache } = surroundings;
  /** By sender and file. One that failed stays until a message has been told so. */
  const underWay = new Map<string, Promise<Uploaded>>();

  function begin(key: string, sender: Sender, url: string): Promise<Uploaded> {
    const unread: Uploaded = { kind: 'notSent', reason: reasonOf('cloudFileUnread') };
    const uploading = upload({ surroundings, graph }, sender, url).catch(() => unread);
    underWay.set(key, uploading);
    void uploading.then(({ kind }) => kind === 'uploaded' && underWay.delete(key));
    return uploading;
  }

  async function uploadSoon(sender: Sender, url: string): Promise<Uploaded> {
    const key = `${sender.id} ${nameOf(sender, url)}`;
    const uploading = underWay.get(key) ?? begin(key, sender, url);
    const came = await waitFor(uploading, surroundings);
    if (came.kind !== 'later' && underWay.get(key) === uploading) underWay.delete(key);
    return came;
  }

  async function prepare(sender: Sender, url: string): Promise<Ready | Outcome> {
    const described = describeFile(url);
    if (!isUpload(url)) return { kind: 'ready', file: { ...described, link: url }, isOld: false };
    const old = await cache.find(sender.id, nameOf(sender, url));
    if (old !== undefined) return { kind: 'ready', file: { ...described, id: old }, isOld: true };
    const uploaded = await uploadSoon(sender, url);
    if (uploaded.kind !== 'uploaded') return uploaded;
    return { kind: 'ready', file: { ...described, id: uploaded.id }, isOld: false };
  }

  return { prepare, forget: (sender, url) => cache.remove(sender.id, nameOf(sender, url)) };
}
