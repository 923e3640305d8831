/** Compares what the store says about each message with what the fake server accepted. */
import type { MessageState } from '#shared/messages/message-states.ts';
import { readOpaque } from '../../src/server/outbox/broadcasts/attempts-rules.ts';
import type { FaultKind } from '../peers/graph/faults.ts';
import type { Accepted } from '../peers/graph/messages.ts';
import type { Graph } from '../peers/graph.ts';
import type { AttemptLeft, Left, MessageLeft } from './fault-store.ts';

type Trace = Pick<Graph, 'accepted' | 'refused' | 'lost'>;
type Case = {
  message: MessageLeft;
  attempts: readonly AttemptLeft[];
  accepted: readonly Accepted[];
  refused: Graph['refused'];
  lost: Graph['lost'];
};

const order: MessageState[] = ['accepted', 'sent', 'delivered', 'read'];

const hasFailed = ({ statusUpdates }: Accepted): boolean =>
  statusUpdates.some(({ status }) => status === 'failed');

/** The state according to the receipts that were sent. */
function endOf(one: Accepted): MessageState {
  if (hasFailed(one)) return 'failed';
  const ranks = one.statusUpdates.map(({ status }) => order.indexOf(status as MessageState));
  return order[Math.max(0, ...ranks)] ?? 'accepted';
}

const tryOf = (opaque: string): number => readOpaque(opaque)?.attempts ?? 0;

/** A message may be accepted twice only when WhatsApp said that the first one had failed. */
function judgeRepeats({ message, accepted }: Case): string | undefined {
  if (new Set(accepted.map(({ opaque }) => opaque)).size < accepted.length)
    return 'was taken twice under one name';
  if (accepted.slice(0, -1).some((one) => !hasFailed(one))) return 'was taken twice';
  return accepted.some(({ to }) => to !== message.number) ? 'went to another number' : undefined;
}

/** Faults after which only a webhook can say that the message was accepted. */
export const unanswered: readonly (FaultKind | undefined)[] = ['htmlAfter', 'hangAfter', 'cutAfter', 'noID'];

/** A message that may have arrived must not be sent again automatically. */
function judgeBlindTries({ message, accepted, lost }: Case): string | undefined {
  const unsure = [...lost, ...accepted.filter(({ fault }) => unanswered.includes(fault))];
  return unsure.some(({ opaque }) => tryOf(opaque) < message.attempts)
    ? 'was tried again though nobody knew'
    : undefined;
}

function judgeEnd({ message, accepted, refused, lost }: Case): string | undefined {
  const { status, providerID, attempts } = message;
  const last = accepted.at(-1);
  // After an accepted try had failed, a later one may have been refused or lost.
  const isLast = last && tryOf(last.opaque) === attempts;
  if (isLast) {
    if (status !== endOf(last)) return `should be ${endOf(last)}`;
    return providerID === last.wamid ? undefined : 'does not know its name';
  }
  const isNow = ({ opaque }: { opaque: string }) => tryOf(opaque) === attempts;
  if (status === 'unknown') return lost.some(isNow) ? undefined : 'is unknown, and the fake knows';
  if (status === 'failed') return refused.some(isNow) ? undefined : 'failed, and nobody refused it';
  return 'was never taken';
}

/** Every accepted try must have its id in the store. */
function judgeTries({ accepted, attempts }: Case): string | undefined {
  for (const { opaque, wamid } of accepted) {
    const own = attempts.find(({ attempt }) => attempt === tryOf(opaque));
    if (own?.providerID !== wamid) return `does not know the name of its try ${tryOf(opaque)}`;
  }
  return undefined;
}

/** Returns what is wrong; an empty list when the store is right. */
export function findWrongs(
  { messages, attempts }: Pick<Left, 'messages' | 'attempts'>,
  { accepted, refused, lost }: Trace,
): string[] {
  const idOf = ({ opaque }: { opaque: string }) => readOpaque(opaque)?.id;
  const takenOf = Map.groupBy(accepted, idOf);
  const refusedOf = Map.groupBy(refused, idOf);
  const lostOf = Map.groupBy(lost, idOf);
  const attemptsOf = Map.groupBy(attempts, ({ messageID }) => messageID);
  const wrongs = messages.map((message) => {
    const { id, status, reason } = message;
    const about: Case = {
      message,
      attempts: attemptsOf.get(id) ?? [],
      accepted: takenOf.get(id) ?? [],
      refused: refusedOf.get(id) ?? [],
      lost: lostOf.get(id) ?? [],
    };
    const wrong = judgeRepeats(about) ?? judgeBlindTries(about) ?? judgeEnd(about) ?? judgeTries(about);
    const fates = about.accepted.map(({ opaque, fault, statusUpdates }) =>
      [opaque, fault, ...statusUpdates.map((one) => one.status)].join(' '),
    );
    const others = [
      ...about.refused.map(({ opaque, code }) => `${opaque} ${code}`),
      ...about.lost.map(({ opaque, fault }) => `${opaque} ${fault}`),
    ];
    return (
      wrong &&
      `message ${id} ${wrong} (${status}, ${reason}; taken ${fates.join(', ')}; else ${others.join(', ')})`
    );
  });
  const storedIDs = new Set(messages.map(({ id }) => id));
  const strangers = [...takenOf.keys()].filter((id) => id === undefined || !storedIDs.has(id));
  return [
    ...wrongs.filter((line) => line !== undefined),
    ...strangers.map((id) => `message ${id} was sent and is not stored`),
  ];
}
