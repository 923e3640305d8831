/** Fetches what parents sent: looked at, kept under a name of ours, and shown in the chat, or a sentence in its place. */
import { Failure } from '#shared/failures.ts';
import { mediaWords } from '#shared/words/hooks.ts';
import { openSender } from '../connections/rules.ts';
import type { Deps } from '../deps.ts';
import { countFetch } from '../figures/hooks.ts';
import { keepFile } from '../files/actions.ts';
import { kindClaimed, mostOf, readContent } from '../files/content.ts';
import { redraw } from '../files/redraw.ts';
import { findSendersByID } from '../senders/queries.ts';
import type { Answered, Fetched, Sender } from '../whatsapp/port.ts';
import { claimFetches, settleFetch } from './queries.ts';

/** Each holds a file in memory. */
const atOnce = 4;
/** Milliseconds after which a try counts as lost with the process that made it. */
const lease = 5 * 60_000;
/** Minutes until the next try. */
const waits = [1, 4, 16];
/** Minutes until it is looked again whether secrets can be opened. */
const lookAgain = 5;
const minutesFrom = ({ now }: Deps, minutes: number): string =>
  new Date(now().getTime() + minutes * 60_000).toISOString();

type Due = Awaited<ReturnType<typeof claimFetches>>[number];
/** `sentence` stands in the place of what is not there. */
type Kept = { media: string; audio: string } | { sentence: string };

/** Whoever it was sent to; `locked` while that one's secrets cannot be opened. */
async function findReceiver({ store, vault }: Deps, { senderID }: Due): Promise<Sender | undefined> {
  const [row] = await findSendersByID(store.db, [senderID]);
  return row && openSender(vault, row);
}

async function fetchFrom(
  { providers }: Deps,
  due: Due,
  sender: Sender | undefined,
): Promise<Answered<Fetched>> {
  const fetchMedia = sender && providers[sender.provider]?.fetchMedia;
  if (!fetchMedia) return { kind: 'refused', reason: mediaWords.notFetched };
  return fetchMedia(sender, due.mediaID ?? '', mostOf(due.mediaType ?? ''));
}

/** Pictures are drawn anew, so that nothing else is left of what came. */
async function keep(deps: Deps, bytes: Buffer, { mediaType, campusID }: Due): Promise<Kept> {
  const claimed = mediaType ?? '';
  const most = mostOf(claimed);
  if (bytes.length > most) return { sentence: mediaWords.tooLarge(`${most / 1024 / 1024} MB`) };
  const content = readContent(bytes, claimed);
  if (content === undefined) return { sentence: mediaWords.refused };
  const kept = content === 'picture' ? await redraw(bytes, campusID) : { bytes, extension: content };
  const url = await keepFile({ deps, campusID }, kept);
  if (typeof url !== 'string') return { sentence: mediaWords.full(url.used, url.limit) };
  return kindClaimed(claimed) === 'audio' ? { media: '', audio: url } : { media: url, audio: '' };
}

/** A picture that cannot be drawn is what is wrong; anything else may work another time. */
const sayWhy = (error: unknown): Kept => {
  if (error instanceof Failure && error.code === 'unsupported') return { sentence: mediaWords.broken };
  throw error;
};

/** Undefined: it could not be had this time. */
async function tryOnce(deps: Deps, due: Due, sender: Sender | undefined): Promise<Kept | undefined> {
  const answered = await fetchFrom(deps, due, sender);
  if (answered.kind !== 'done') return undefined;
  return keep(deps, answered.value.bytes, due).catch(sayWhy);
}

const nothingLeft = { mediaID: null, mediaType: null, fetchAt: null };

async function fetchOne(deps: Deps, due: Due): Promise<void> {
  const { db } = deps.store;
  const sender = await findReceiver(deps, due);
  if (sender?.provider === 'locked') {
    // No try was made, so none is counted.
    await settleFetch(db, due.id, { fetchAt: minutesFrom(deps, lookAgain), fetches: due.fetches - 1 });
    return;
  }
  // Tried once too often: those who tried the last time died of it.
  const isHopeless = due.fetches > waits.length + 1;
  const kept = await (isHopeless ? Promise.resolve(undefined) : tryOnce(deps, due, sender)).catch(
    (error: unknown) => {
      deps.log.error({ err: error, inboundID: due.id }, 'a file of a parent could not be fetched');
      return undefined;
    },
  );
  const minutes = waits[due.fetches - 1];
  if (!kept && minutes !== undefined) {
    countFetch('failed');
    await settleFetch(db, due.id, { fetchAt: minutesFrom(deps, minutes) });
    return;
  }
  const shown = kept ?? { sentence: mediaWords.notFetched };
  const isKept = 'media' in shown;
  countFetch(isKept ? 'kept' : 'refused');
  const text = isKept ? due.text : [due.text, shown.sentence].filter(Boolean).join('\n');
  const change = isKept ? shown : {};
  if (!(await settleFetch(db, due.id, { ...nothingLeft, ...change, text }))) return;
  deps.bus.publish(due.campusID, { what: 'inbound', number: due.number });
  deps.bus.publish(due.campusID, { what: 'chat', number: due.number });
}

/** One round; answers how many were tried. What cannot be written down is tried again when its lease is over. */
export async function fetchDue(deps: Deps): Promise<number> {
  const at = deps.now();
  const until = new Date(at.getTime() + lease).toISOString();
  const due = await claimFetches(deps.store.db, { now: at.toISOString(), until, most: atOnce });
  await Promise.all(due.map((one) => fetchOne(deps, one)));
  return due.length;
}
