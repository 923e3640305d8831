/**
 * Worker: claims messages, hands them to the provider, and stores the outcomes. The claim is always committed before
 * the call to the provider.
 */
import { paperIn } from '#shared/messages/media.ts';
import { makeReason } from '#shared/messages/reasons.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { observeClaim } from '../../platform/metrics/sending.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { hasMissedSlot, nextBatch, smallestBatch } from '../../senders/settings/settings-rules.ts';
import type { Sender } from '../../whatsapp/model.ts';
import type { Outcome, Outgoing } from '../../whatsapp/port.ts';
import { onWritten } from '../../whatsapp/written.ts';
import { opaqueOf } from '../broadcasts/attempts-rules.ts';
import { publishMessages, startDue } from '../broadcasts/broadcasts.ts';
import { billIDsOf, type Claimed, type Settlement } from '../model.ts';
import { fixClockSkew } from './clocks.ts';
import { createCompleter } from './completer.ts';
import { settle } from './completer-rules.ts';
import { createHandover, type Handover } from './handover.ts';
import { createRateSlots, type RateSlots, untilNext } from './rate.ts';
import { rescueExpiredLeases } from './rescue.ts';
import { claimNext, createProgress } from './scheduler.ts';
import { createSleepDetector, type SleepDetector } from './worker-rules.ts';

/**
 * If the provider has not answered after this many seconds, the outcome is unknown. Time in which the process slept
 * does not count. The lease ends much later.
 */
const answerSeconds = 40;
/**
 * A message that waits longer than this for an answer frees its place, if other messages of its sender are being
 * answered. At most `mostSlow` messages do so.
 */
const slowSeconds = 5;
const mostSlow = 400;
/** Milliseconds after which the worker tries again when another worker is serving the sender. */
const retrySoonAfter = 20;
/** Milliseconds between two checks for expired leases and for broadcasts that are due. */
const tidyEvery = 1000;
/** Milliseconds between two checks for times written by a clock that was ahead. */
const fixClockEvery = 60_000;
const aSecond = 1000;

/**
 * Milliseconds for which a message waits for its document. A document that is finished later is ready for the next
 * attempt.
 */
const documentPatience = 10_000;

/** A message that is being sent. `seconds` counts only the time in which this process was awake. */
type Flight = { message: Claimed; seconds: number; holdsPlace: boolean; timeOut: () => void };

type PreparedMedia = { kind: 'ready' } & Pick<Outgoing, 'media' | 'document'>;

/**
 * Prepares the media or the document of a message, from its bills as they are now. If the document cannot be made, the
 * message is not sent. If a bill is deleted, the message is judged again first.
 */
async function prepareMedia(
  { documents, log, now, runtime }: Deps,
  message: Claimed,
): Promise<PreparedMedia | Outcome> {
  const { campusID, media, number, paymentID } = message;
  const paper = paperIn(media);
  if (!paper) return { kind: 'ready', media };
  const notMade: Outcome = { kind: 'notSent', reason: makeReason('paperNotMade') };
  const { promise: tooLong, resolve } = Promise.withResolvers<Outcome>();
  const timer = runtime.after(documentPatience, () => resolve(notMade));
  const { kind, name } = paper;
  const making = documents.make(campusID, { kind, billIDs: billIDsOf(message), number, paymentID }).then(
    (made): PreparedMedia | Outcome =>
      made ? { kind: 'ready', media: '', document: { ...made, name } } : { kind: 'later', at: now() },
    (error: unknown) => {
      log.error({ err: error, message: message.id }, 'the paper of a message could not be made');
      return notMade;
    },
  );
  return Promise.race([making, tooLong]).finally(() => timer.cancel());
}

type Gate = { slots: RateSlots; handover: Handover };

/**
 * Marks the message as handed over and allows the call. If the message has missed its slot in the meantime, it waits
 * for another slot.
 */
async function markHandedOver(
  { now }: Deps,
  message: Claimed,
  { slots, handover, left }: Gate & { left: Promise<unknown> },
): Promise<Outcome | undefined> {
  const wasInTime = !hasMissedSlot(message, now());
  const mayLeave = (await handover(message, left)) && (!wasInTime || (await slots(message)));
  return mayLeave ? undefined : { kind: 'later', at: now() };
}

/** Always returns an outcome. An unexpected error counts as unknown, because the message may have been sent. */
async function handOver(
  deps: Deps,
  sender: Sender,
  { flight, ...gate }: Gate & { flight: Flight },
): Promise<Outcome> {
  const { message } = flight;
  const provider = deps.providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: makeReason('notConnected') };
  if (!(await gate.slots(message))) return { kind: 'later', at: deps.now() };
  const prepared = await prepareMedia(deps, message);
  if (prepared.kind !== 'ready') return prepared;
  const unanswered: Outcome = { kind: 'unknown', reason: makeReason('noAnswer') };
  const tooLate = new Promise<Outcome>((resolve) => {
    flight.timeOut = () => resolve(unanswered);
  });
  const { kind: _, ...files } = prepared;
  const { number: to, text, template } = message;
  const opaque = opaqueOf(message, sender.words?.[0] ?? '');
  const outgoing = { to, text, ...files, opaque, ...(template ? { template } : {}) };
  let leaves = () => {};
  const leave = () => {
    // Requests before this one, such as an upload, do not count.
    const left = new Promise<void>((resolve) => {
      leaves = resolve;
    });
    return markHandedOver(deps, message, { ...gate, left });
  };
  const sent = onWritten(
    () => leaves(),
    () => provider.send(sender, outgoing, leave),
  ).finally(() => leaves());
  return Promise.race([sent.catch(() => unanswered), tooLate]);
}

/** Counts the messages in flight of each sender, and remembers its batch size. */
function createFlightCounts() {
  const inFlight = new Map<string, number>();
  const batches = new Map<string, number>();
  const batchOf = (senderID: string): number => batches.get(senderID) ?? smallestBatch;
  const isFull = (senderID: string): boolean => (inFlight.get(senderID) ?? 0) > batchOf(senderID);
  const count = (senderID: string, more: number): void => {
    const now = (inFlight.get(senderID) ?? 0) + more;
    if (now > 0) inFlight.set(senderID, now);
    else inFlight.delete(senderID);
  };
  /**
   * Adapts the batch size to the time that a full batch took. The time of a smaller batch says nothing about the next
   * full one.
   */
  const learn = (senderID: string, batch: number, milliseconds: number): void => {
    if (batch === batchOf(senderID)) batches.set(senderID, nextBatch(batch, milliseconds));
  };
  const full = (): string[] => [...inFlight.keys()].filter(isFull);
  return { batchOf, isFull, count, learn, full };
}
type FlightCounts = ReturnType<typeof createFlightCounts>;
type Watch = { sleepDetector: SleepDetector; onRoom?: () => void };

/**
 * Tracks all messages that are being sent, with their seconds in flight. Seconds in which the process was suspended do
 * not count.
 */
function createFlights(
  { every }: Runtime,
  { count, isFull }: FlightCounts,
  { sleepDetector, onRoom }: Required<Watch>,
) {
  const flights = new Map<Flight, Promise<void>>();
  /** When the provider of each sender last answered, as a value of `second`. */
  const answeredAt = new Map<string, number>();
  let second = 0;
  let ticking: Timer | undefined;

  const release = (flight: Flight): void => {
    if (!flight.holdsPlace) return;
    flight.holdsPlace = false;
    const { senderID } = flight.message;
    const wasFull = isFull(senderID);
    count(senderID, -1);
    if (wasFull && !isFull(senderID)) onRoom();
  };
  const tick = (): void => {
    second += 1;
    sleepDetector.look();
    let slow = [...flights.keys()].filter(({ holdsPlace }) => !holdsPlace).length;
    for (const flight of flights.keys()) {
      flight.seconds += 1;
      const { seconds, holdsPlace, message } = flight;
      if (seconds >= answerSeconds) flight.timeOut();
      const isAnswering =
        second - (answeredAt.get(message.senderID) ?? Number.NEGATIVE_INFINITY) < slowSeconds;
      if (!holdsPlace || seconds < slowSeconds || !isAnswering || slow >= mostSlow) continue;
      release(flight);
      slow += 1;
    }
  };
  const add = (flight: Flight, settled: Promise<void>): void => {
    flights.set(flight, settled);
    ticking ??= every(aSecond, tick);
  };
  const end = (flight: Flight): void => {
    flights.delete(flight);
    answeredAt.set(flight.message.senderID, second);
    release(flight);
    if (flights.size > 0) return;
    ticking?.cancel();
    ticking = undefined;
  };
  return { flights, add, end };
}

/**
 * Settles a message. A missing answer does not count as a failure of the provider if the process slept during the
 * attempt or right before it.
 */
function settleFlight(
  message: Claimed,
  outcome: Outcome,
  { now, slept }: { now: Date; slept: boolean },
): Settlement {
  const settlement = settle(message, outcome, now);
  const isUnanswered = outcome.kind === 'unknown' || outcome.kind === 'notSent';
  return slept && isUnanswered ? { ...settlement, problem: null } : settlement;
}

type PlaceOptions = Watch & { stopping: AbortSignal };

/** Limits the messages in flight of each sender. A slow answer occupies only one place. */
function createPlaces(deps: Deps, { stopping, sleepDetector, onRoom = () => {} }: PlaceOptions) {
  const { elapsed } = deps.runtime;
  const counts = createFlightCounts();
  const { flights, add, end } = createFlights(deps.runtime, counts, { sleepDetector, onRoom });
  const { batchOf, count, learn, full } = counts;
  const progress = createProgress(elapsed);
  const complete = createCompleter(deps, stopping);
  const gate = { slots: createRateSlots(deps), handover: createHandover(deps) };

  const send = (message: Claimed, sender: Sender): Promise<void> => {
    count(sender.id, 1);
    const flight: Flight = { message, seconds: 0, holdsPlace: true, timeOut: () => {} };
    const startedAt = elapsed();
    const settled = handOver(deps, sender, { flight, ...gate })
      .then((outcome) => {
        const now = deps.now();
        return complete(settleFlight(message, outcome, { now, slept: sleepDetector.hasSlept(startedAt) }));
      })
      .catch((error) => deps.log.error({ err: error }, 'an attempt ended with an unexpected error'))
      .finally(() => end(flight));
    add(flight, settled);
    return settled;
  };

  /** Claims messages of the next sender and starts to send them. It does not wait for the outcomes. */
  const fill = async () => {
    const began = elapsed();
    const { claimed, sender, next } = await claimNext(deps, { most: batchOf, busy: full(), progress });
    if (!sender || claimed.length === 0) return { count: 0, next };
    const handedOver = elapsed();
    observeClaim((handedOver - began) / 1000);
    publishMessages(deps, claimed);
    void untilNext(deps, claimed).then((hasRate) => hasRate && onRoom());
    const opened = openSender(deps.vault, sender);
    const sending = claimed.map((message) => send(message, opened));
    void Promise.all(sending).then(() => {
      learn(sender.id, claimed.length, elapsed() - handedOver);
      // The next batch may be larger now, so more messages may be in flight.
      onRoom();
      publishMessages(deps, claimed);
    });
    return { count: claimed.length, next };
  };

  const rest = async (): Promise<void> => {
    await Promise.all(flights.values());
  };
  const inFlight = (): number[] => [...flights.keys()].map(({ message }) => message.id);
  return { fill, rest, inFlight };
}

/**
 * Runs one round and waits for its outcomes. Returns how many messages were handed over; 0 means that there is nothing
 * to do.
 */
export async function sendNext(deps: Deps): Promise<number> {
  await startDue(deps);
  const { fill, rest } = createPlaces(deps, {
    stopping: new AbortController().signal,
    sleepDetector: createSleepDetector(deps.runtime),
  });
  for (;;) {
    const { count, next } = await fill();
    await rest();
    if (count > 0 || next === 'later') return count;
  }
}

/** Repairs times that a wrong clock wrote: at the start, every minute, and after the clock was set back. */
function createClockFixer(deps: Deps): (inFlightIDs: number[]) => Promise<void> {
  let fixedAt = Number.NEGATIVE_INFINITY;
  let lastNow = Number.NEGATIVE_INFINITY;
  return async (inFlightIDs) => {
    const now = deps.now().getTime();
    if (now < lastNow - aSecond) fixedAt = Number.NEGATIVE_INFINITY;
    lastNow = now;
    if (deps.runtime.elapsed() - fixedAt < fixClockEvery) return;
    await fixClockSkew(deps, inFlightIDs);
    fixedAt = deps.runtime.elapsed();
  };
}

/**
 * The worker that sends messages. A round ends as soon as the next messages can be claimed. `stop` waits until all
 * messages in flight are settled.
 */
export function sendingWorker(deps: Deps): Loop & { isBusy: () => boolean } {
  const { elapsed, after } = deps.runtime;
  const stopping = new AbortController();
  const sleepDetector = createSleepDetector(deps.runtime);
  const options = { stopping: stopping.signal, sleepDetector, onRoom: () => loop.wake() };
  const { fill, rest, inFlight } = createPlaces(deps, options);
  const fixClock = createClockFixer(deps);
  let tidiedAt = 0;
  /** True when the last round handed over messages, so more may be waiting. */
  let isBusy = false;

  const tidy = async (): Promise<void> => {
    if (elapsed() - tidiedAt < tidyEvery) return;
    tidiedAt = elapsed();
    await rescueExpiredLeases(deps, { except: inFlight() });
    await startDue(deps);
  };

  const round = async (): Promise<number> => {
    sleepDetector.look();
    await fixClock(inFlight());
    await tidy();
    if (stopping.signal.aborted) return 0;
    const { count, next } = await fill();
    isBusy = count > 0;
    if (next === 'soon') after(retrySoonAfter, loop.wake);
    return count === 0 && next === 'again' ? 1 : count;
  };

  const start = () => rescueExpiredLeases(deps, { all: deps.store.engine === 'sqlite' });
  const tick = () =>
    round().catch((error: unknown) => {
      isBusy = false;
      throw error;
    });
  const loop: Loop = createLoop({ name: 'sending', start, tick }, deps.runtime);
  const stop = async () => {
    stopping.abort();
    await loop.stop();
    await rest();
  };
  return { ...loop, stop, isBusy: () => isBusy };
}
