/** Downloads files that parents sent. They are checked, stored under a new name, and shown in the chat. */
import { Failure } from '#shared/failures.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { inboundMediaWords } from '#shared/words/chats.ts';
import { claimMediaDownloads, hasDueDownload, settleMediaDownload } from '../../chat/chat-queries.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { kindClaimed, mostOf, readContent } from '../../platform/files/content.ts';
import { keepFile } from '../../platform/files/files.ts';
import { countMediaDownload } from '../../platform/metrics/webhooks.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { findSendersByID } from '../../senders/settings/settings-queries.ts';
import type { Answered, FileContent, Sender } from '../../whatsapp/model.ts';

/** The maximum number of concurrent downloads. Each keeps a file in memory. */
const mostDownloads = 4;
/** Lease, in milliseconds. After it the download counts as failed, because its process may have died. */
const lease = 5 * 60_000;
/** Backoff: minutes until the next attempt. */
const backoff = [1, 4, 16];
/** Minutes until the next check whether the sender's secrets can be decrypted. */
const lockedWait = 5;
const minutesFrom = ({ now }: Deps, minutes: number): string =>
  new Date(now().getTime() + minutes * 60_000).toISOString();

type MediaDownload = Awaited<ReturnType<typeof claimMediaDownloads>>[number];
/** The address of the stored file, or the sentence that is shown instead of the file. */
type MediaResult = { media: string; audio: string } | { sentence: string };

/** Returns the sender that received the file. Its provider is `locked` while its secrets cannot be decrypted. */
async function findReceiver(
  { store, vault }: Deps,
  { senderID }: MediaDownload,
): Promise<Sender | undefined> {
  const [row] = await findSendersByID(store.db, [senderID]);
  return row && openSender(vault, row);
}

async function download(
  { providers }: Deps,
  due: MediaDownload,
  sender: Sender | undefined,
): Promise<Answered<FileContent>> {
  const fetchMedia = sender && providers[sender.provider]?.fetchMedia;
  if (!fetchMedia) return { kind: 'refused', reason: makeReason('notFetched') };
  return fetchMedia(sender, due.mediaID ?? '', mostOf(due.mediaType ?? ''));
}

/** Checks and stores a file. Pictures are encoded again, so that no other data of the file remains. */
async function storeMedia(
  deps: Deps,
  bytes: Buffer,
  { mediaType, campusID }: MediaDownload,
): Promise<MediaResult> {
  const claimed = mediaType ?? '';
  const most = mostOf(claimed);
  if (bytes.length > most)
    return { sentence: inboundMediaWords.tooLarge(kindClaimed(claimed), `${most / 1024 / 1024} MB`) };
  const content = readContent(bytes, claimed);
  if (content === undefined) return { sentence: inboundMediaWords.refused };
  const file = content === 'picture' ? await deps.redraw(bytes, campusID) : { bytes, extension: content };
  const url = await keepFile({ deps, campusID }, file);
  if (typeof url !== 'string') return { sentence: inboundMediaWords.full(url.used, url.limit) };
  return kindClaimed(claimed) === 'audio' ? { media: '', audio: url } : { media: url, audio: '' };
}

/** Returns a sentence if a picture cannot be decoded. Any other error is thrown, because it may be temporary. */
const brokenOrThrow = (error: unknown): MediaResult => {
  if (error instanceof Failure && error.code === 'unsupported') return { sentence: inboundMediaWords.broken };
  throw error;
};

/** Returns undefined if the provider did not deliver the file this time. */
async function downloadAndStore(
  deps: Deps,
  due: MediaDownload,
  sender: Sender | undefined,
): Promise<MediaResult | undefined> {
  const answered = await download(deps, due, sender);
  if (answered.kind !== 'done') return undefined;
  return storeMedia(deps, answered.value.bytes, due).catch(brokenOrThrow);
}

const downloadEnded = { mediaID: null, mediaType: null, fetchAt: null };

async function tryDownload(deps: Deps, due: MediaDownload): Promise<void> {
  const { db } = deps.store;
  const sender = await findReceiver(deps, due);
  if (sender?.provider === 'locked') {
    // Nothing was downloaded, so no attempt is counted.
    await settleMediaDownload(db, due.id, {
      fetchAt: minutesFrom(deps, lockedWait),
      fetches: due.fetches - 1,
    });
    return;
  }
  // The number of attempts is above the maximum, so the process of the last attempt must have crashed.
  const hasNoAttemptLeft = due.fetches > backoff.length + 1;
  const result = await (hasNoAttemptLeft
    ? Promise.resolve(undefined)
    : downloadAndStore(deps, due, sender)
  ).catch((error: unknown) => {
    deps.log.error({ err: error, inboundID: due.id }, 'media of a parent could not be downloaded');
    return undefined;
  });
  const minutes = backoff[due.fetches - 1];
  if (!result && minutes !== undefined) {
    countMediaDownload('failed');
    await settleMediaDownload(db, due.id, { fetchAt: minutesFrom(deps, minutes) });
    return;
  }
  const shown = result ?? { sentence: sayReason(makeReason('notFetched')) };
  const isStored = 'media' in shown;
  countMediaDownload(isStored ? 'kept' : 'refused');
  if (!(await settleMediaDownload(db, due.id, { ...downloadEnded, ...shown }))) return;
  deps.bus.publish(due.campusID, { what: 'inbound', number: due.number });
  deps.bus.publish(due.campusID, { what: 'chat', number: due.number });
}

/**
 * Runs one round. Returns how many downloads were tried. A download without a stored result is tried again after its
 * lease.
 */
export async function downloadDueMedia(deps: Deps): Promise<number> {
  const at = deps.now();
  const until = new Date(at.getTime() + lease).toISOString();
  const { db } = deps.store;
  const now = at.toISOString();
  if (!(await hasDueDownload(db, now))) return 0;
  const due = await claimMediaDownloads(db, { now, until, most: mostDownloads });
  await Promise.all(due.map((one) => tryDownload(deps, one)));
  return due.length;
}

/** This worker is separate from the webhook worker, so that a slow download does not delay receipts. */
export const mediaWorker = (deps: Deps): Loop =>
  createLoop({ name: 'media', tick: () => downloadDueMedia(deps) }, deps.runtime);
