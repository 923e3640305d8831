/**
 * Worker: claims messages and commits, hands them to the provider, and has the outcome stored. The row is always
 * written before the call.
 */
import { paperIn } from '#shared/media.ts';
import { reasonOf } from '#shared/reasons.ts';
import type { Deps } from '../../deps.ts';
import { createLoop, type Loop } from '../../loop.ts';
import { observeClaim } from '../../platform/metrics/sending.ts';
import type { Runtime, Timer } from '../../runtime.ts';
import { openSender } from '../../senders/connections/connections-rules.ts';
import { fewAtOnce, hasMissedSlot, nextBatch } from '../../senders/settings/settings-rules.ts';
import type { Sender } from '../../whatsapp/model.ts';
import type { Outcome, Outgoing } from '../../whatsapp/port.ts';
import { opaqueOf } from '../broadcasts/attempts-rules.ts';
import { publishMessages, startDue } from '../broadcasts/broadcasts.ts';
import { billIDsOf, type Claimed, type Settlement } from '../model.ts';
import { mendClockSkew } from './clocks.ts';
import { createCompleter } from './completer.ts';
import { settle } from './completer-rules.ts';
import { createHandover, type Handover } from './handover.ts';
import { createRateSlots, type RateSlots, untilNext } from './rate.ts';
import { rescueExpiredLeases } from './rescue.ts';
import { claimNext, createProgress } from './scheduler.ts';
import { createSleepDetector, type SleepDetector } from './worker-rules.ts';

/** Seconds of awake time after which a provider that has not answered counts as unknown, well before the lease ends. */
const answerSeconds = 40;
/**
 * A message that waits longer than this gives up its place while other messages of its sender are being answered. At
 * most `mostSlow` messages do so.
 */
const slowSeconds = 5;
const mostSlow = 400;
/** Milliseconds after which the worker looks again when another worker is serving. */
const lookSoon = 20;
/** Milliseconds between two checks for expired leases and for broadcasts that are due. */
const tidyEvery = 1000;
/** Milliseconds between two checks for times written by a clock that was ahead. */
const mendEvery = 60_000;
const aSecond = 1000;

/**
 * Milliseconds for which a message waits for its paper. A paper that is finished later is ready for the next attempt.
 */
const paperPatience = 10_000;

/** A message that is being sent. `seconds` counts only the time while this process was awake. */
type Flight = { message: Claimed; seconds: number; holdsPlace: boolean; timeOut: () => void };

type Carried = { kind: 'ready' } & Pick<Outgoing, 'media' | 'document'>;

/**
 * Prepares the media or paper of a message, from its bills as they are now. When the paper cannot be made, the message
 * has not left. When a bill is deleted, the message is judged again first.
 */
async function prepareMedia(
  { documents, log, now, runtime }: Deps,
  message: Claimed,
): Promise<Carried | Outcome> {
  const { campusID, media, number, paymentID } = message;
  const paper = paperIn(media);
  if (!paper) return { kind: 'ready', media };
  const notMade: Outcome = { kind: 'notSent', reason: reasonOf('paperNotMade') };
  const { promise: tooLong, resolve } = Promise.withResolvers<Outcome>();
  const timer = runtime.after(paperPatience, () => resolve(notMade));
  const { kind, name } = paper;
  const making = documents.make(campusID, { kind, billIDs: billIDsOf(message), number, paymentID }).then(
    (made): Carried | Outcome =>
      made ? { kind: 'ready', media: '', document: { ...made, name } } : { kind: 'later', at: now() },
    (error: unknown) => {
      log.error({ err: error, message: message.id }, 'the paper of a message could not be made');
      return notMade;
    },
  );
  return Promise.race([making, tooLong]).finally(() => timer.cancel());
}

type Gate = { slots: RateSlots; handover: Handover };

/** Marks the message as handed over and lets it leave. If it missed its slot meanwhile, it waits for another one. */
async function leave(
  { now }: Deps,
  message: Claimed,
  { slots, handover }: Gate,
): Promise<Outcome | undefined> {
  if (message.isHandedOver) return undefined;
  const wasInTime = !hasMissedSlot(message, now());
  const mayLeave = (await handover(message)) && (!wasInTime || (await slots(message)));
  return mayLeave ? undefined : { kind: 'later', at: now() };
}

/** Always returns an outcome. An unexpected error counts as unknown, because the message may have left. */
async function handOver(
  deps: Deps,
  sender: Sender,
  { flight, ...gate }: Gate & { flight: Flight },
): Promise<Outcome> {
  const { message } = flight;
  const provider = deps.providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: reasonOf('notConnected') };
  if (!(await gate.slots(message))) return { kind: 'later', at: deps.now() };
  const carried = await prepareMedia(deps, message);
  if (carried.kind !== 'ready') return carried;
  const unanswered: Outcome = { kind: 'unknown', reason: reasonOf('noAnswer') };
  const tooLate = new Promise<Outcome>((resolve) => {
    flight.timeOut = () => resolve(unanswered);
  });
  const { kind: _, ...files } = carried;
  const { number: to, text, template } = message;
  const opaque = opaqueOf(message, sender.words?.[0] ?? '');
  const outgoing = { to, text, ...files, opaque, ...(template ? { template } : {}) };
  const sent = provider.send(sender, outgoing, () => leave(deps, message, gate));
  return Promise.race([sent.catch(() => unanswered), tooLate]);
}

/** Counts the messages of each sender in flight, and keeps its batch size. */
function createTally() {
  const inFlight = new Map<string, number>();
  const batches = new Map<string, number>();
  const batchOf = (senderID: string): number => batches.get(senderID) ?? fewAtOnce;
  const isFull = (senderID: string): boolean => (inFlight.get(senderID) ?? 0) > batchOf(senderID);
  const count = (senderID: string, more: number): void => {
    const now = (inFlight.get(senderID) ?? 0) + more;
    if (now > 0) inFlight.set(senderID, now);
    else inFlight.delete(senderID);
  };
  /** Learns from the time of a full batch. A smaller batch says nothing about the next. */
  const learn = (senderID: string, batch: number, milliseconds: number): void => {
    if (batch === batchOf(senderID)) batches.set(senderID, nextBatch(batch, milliseconds));
  };
  const full = (): string[] => [...inFlight.keys()].filter(isFull);
  return { batchOf, isFull, count, learn, full };
}
type Tally = ReturnType<typeof createTally>;
type Watch = { sleepDetector: SleepDetector; onRoom?: () => void };

/**
 * Tracks all messages that are being sent, with their seconds in flight. Seconds in which the process stood still do
 * not count.
 */
function createFlights(
  { every }: Runtime,
  { count, isFull }: Tally,
  { sleepDetector, onRoom }: Required<Watch>,
) {
  const flights = new Map<Flight, Promise<void>>();
  /** When the provider of each sender last answered, in the seconds counted below. */
  const heardAt = new Map<string, number>();
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
      const isHeard = second - (heardAt.get(message.senderID) ?? Number.NEGATIVE_INFINITY) < slowSeconds;
      if (!holdsPlace || seconds < slowSeconds || !isHeard || slow >= mostSlow) continue;
      release(flight);
      slow += 1;
    }
  };
  const add = (flight: Flight, carried: Promise<void>): void => {
    flights.set(flight, carried);
    ticking ??= every(aSecond, tick);
  };
  const land = (flight: Flight): void => {
    flights.delete(flight);
    heardAt.set(flight.message.senderID, second);
    release(flight);
    if (flights.size > 0) return;
    ticking?.cancel();
    ticking = undefined;
  };
  return { flights, add, land };
}

/** Settles a flight. A silence while the process slept, or right after, is not counted as a failure of the provider. */
function settleFlight(
  message: Claimed,
  outcome: Outcome,
  { now, slept }: { now: Date; slept: boolean },
): Settlement {
  const settlement = settle(message, outcome, now);
  const isSilence = outcome.kind === 'unknown' || outcome.kind === 'notSent';
  return slept && isSilence ? { ...settlement, trouble: null } : settlement;
}

type Around = Watch & { stopping: AbortSignal };

/** The places for messages in flight, a number for each sender. A slow answer occupies its own place only. */
function createPlaces(deps: Deps, { stopping, sleepDetector, onRoom = () => {} }: Around) {
  const { elapsed } = deps.runtime;
  const tally = createTally();
  const { flights, add, land } = createFlights(deps.runtime, tally, { sleepDetector, onRoom });
  const { batchOf, count, learn, full } = tally;
  const progress = createProgress(elapsed);
  const complete = createCompleter(deps, stopping);
  const gate = { slots: createRateSlots(deps), handover: createHandover(deps) };

  const send = (message: Claimed, sender: Sender): Promise<void> => {
    count(sender.id, 1);
    const flight: Flight = { message, seconds: 0, holdsPlace: true, timeOut: () => {} };
    const startedAt = elapsed();
    const carried = handOver(deps, sender, { flight, ...gate })
      .then((outcome) => {
        const now = deps.now();
        return complete(settleFlight(message, outcome, { now, slept: sleepDetector.hasSlept(startedAt) }));
      })
      .catch((error) => deps.log.error({ err: error }, 'sending'))
      .finally(() => land(flight));
    add(flight, carried);
    return carried;
  };

  /** Claims messages of the sender whose turn it is and starts the handover. It does not wait for the outcomes. */
  const fill = async () => {
    const began = elapsed();
    const { claimed, sender, next } = await claimNext(deps, { most: batchOf, busy: full(), progress });
    if (!sender || claimed.length === 0) return { count: 0, next };
    const handedOver = elapsed();
    observeClaim((handedOver - began) / 1000);
    publishMessages(deps, claimed);
    void untilNext(deps, claimed).then((hasRate) => hasRate && onRoom());
    const opened = openSender(deps.vault, sender);
    const carried = claimed.map((message) => send(message, opened));
    void Promise.all(carried).then(() => {
      learn(sender.id, claimed.length, elapsed() - handedOver);
      // The next batch may be larger now, so there is room for it.
      onRoom();
      publishMessages(deps, claimed);
    });
    return { count: claimed.length, next };
  };

  const rest = async (): Promise<void> => {
    await Promise.all(flights.values());
  };
  const taken = (): number[] => [...flights.keys()].map(({ message }) => message.id);
  return { fill, rest, taken };
}

/**
 * Runs one round and waits for its outcomes. Returns how many messages were handed over, 0 when there is nothing to do.
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

/** Repairs times of a wrong clock at the start, every minute, and when the clock was set back. */
function createMender(deps: Deps): (inHand: number[]) => Promise<void> {
  let mendedAt = Number.NEGATIVE_INFINITY;
  let lastNow = Number.NEGATIVE_INFINITY;
  return async (inHand) => {
    const now = deps.now().getTime();
    if (now < lastNow - aSecond) mendedAt = Number.NEGATIVE_INFINITY;
    lastNow = now;
    if (deps.runtime.elapsed() - mendedAt < mendEvery) return;
    await mendClockSkew(deps, inHand);
    mendedAt = deps.runtime.elapsed();
  };
}

/** A round ends as soon as there is room for the next. `stop` waits until all messages in flight are settled. */
export function sendingWorker(deps: Deps): Loop & { isBusy: () => boolean } {
  const { elapsed, after } = deps.runtime;
  const stopping = new AbortController();
  const sleepDetector = createSleepDetector(deps.runtime);
  const around = { stopping: stopping.signal, sleepDetector, onRoom: () => loop.wake() };
  const { fill, rest, taken } = createPlaces(deps, around);
  const mend = createMender(deps);
  let tidiedAt = 0;
  /** True when the last round handed something over, so there may be more. */
  let isBusy = false;

  const tidy = async (): Promise<void> => {
    if (elapsed() - tidiedAt < tidyEvery) return;
    tidiedAt = elapsed();
    await rescueExpiredLeases(deps, { but: taken() });
    await startDue(deps);
  };

  const round = async (): Promise<number> => {
    sleepDetector.look();
    await mend(taken());
    await tidy();
    if (stopping.signal.aborted) return 0;
    const { count, next } = await fill();
    isBusy = count > 0;
    if (next === 'soon') after(lookSoon, loop.wake);
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
