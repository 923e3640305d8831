/** Takes messages from the outbox to the provider: claim and commit, hand over, settle. First the row, then the work. */
import { outcomeReasons } from '#shared/words/failures.ts';
import type { Deps } from '../deps.ts';
import type { SenderRow } from '../senders/queries.ts';
import type { Outcome } from '../whatsapp/port.ts';
import { createLoop, type Loop } from '../workers/loop.ts';
import { claimNext, complain, createSettler, giveUp, publish } from './actions.ts';
import { type Claimed, inFlightAtOnce, opaqueOf, settle } from './rules.ts';

/** Free places for which the next are claimed: fewer are not worth a transaction. */
const worthwhile = 10;
/** A provider that has not answered by then counts as unknown; well before the lease ends. */
const answerSeconds = 40;

/** The outcome, whatever happens: an error is a surprise after which nobody knows whether the message left. */
async function handOver(
  { providers }: Deps,
  sender: SenderRow | undefined,
  message: Claimed,
): Promise<Outcome> {
  const provider = sender && providers[sender.provider];
  if (!provider) return { kind: 'notSent', reason: 'The WhatsApp number of this campus is not connected' };
  const unanswered: Outcome = { kind: 'unknown', reason: outcomeReasons.noAnswer };
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(unanswered), answerSeconds * 1000);
  });
  const { number: to, text, media } = message;
  const sent = provider.send(sender, { to, text, media, opaque: opaqueOf(message) }).catch(() => unanswered);
  return Promise.race([sent, tooLate]).finally(() => clearTimeout(timer));
}

/** The places for messages in flight: a slow answer holds its own and no other. */
function createPlaces(deps: Deps, stopping: AbortSignal) {
  const inFlight = new Map<Claimed, Promise<void>>();
  const write = createSettler(deps, stopping);

  const carry = (message: Claimed, senders: readonly SenderRow[]): Promise<void> => {
    const sender = senders.find(({ id }) => id === message.senderID);
    const carried = handOver(deps, sender, message)
      .then((outcome) => write(settle(message, outcome, deps.now())))
      .catch(complain)
      .finally(() => inFlight.delete(message));
    inFlight.set(message, carried);
    return carried;
  };

  /** Claims for the free places and hands over; answers how many, without waiting for what comes of them. */
  const fill = async (): Promise<number> => {
    const { claimed, senders } = await claimNext(deps, inFlightAtOnce - inFlight.size);
    if (claimed.length === 0) return 0;
    publish(deps, claimed);
    const carried = claimed.map((message) => carry(message, senders));
    void Promise.all(carried).then(() => publish(deps, claimed));
    return claimed.length;
  };

  const room = async (): Promise<void> => {
    while (inFlight.size > inFlightAtOnce - worthwhile) await Promise.race(inFlight.values());
  };
  const rest = async (): Promise<void> => {
    await Promise.all(inFlight.values());
  };
  const taken = (): number[] => [...inFlight.keys()].map(({ id }) => id);
  return { fill, room, rest, taken };
}

/** One round, all of it settled; answers how many were handed over, 0 when there is nothing to do now. */
export async function sendNext(deps: Deps): Promise<number> {
  const { fill, rest } = createPlaces(deps, new AbortController().signal);
  const count = await fill();
  await rest();
  return count;
}

/** Its rounds end as soon as there is room for the next; `stop` waits for all that is in flight and settles it. */
export function sendingWorker(deps: Deps): Loop {
  const stopping = new AbortController();
  const { fill, room, rest, taken } = createPlaces(deps, stopping.signal);
  const loop = createLoop({
    name: 'sending',
    start: () => giveUp(deps, { all: deps.store.engine === 'sqlite' }),
    tick: async () => {
      await giveUp(deps, { but: taken() });
      if (stopping.signal.aborted) return 0;
      const count = await fill();
      await room();
      return count;
    },
  });
  const stop = async () => {
    stopping.abort();
    await loop.stop();
    await rest();
  };
  return { ...loop, stop };
}
