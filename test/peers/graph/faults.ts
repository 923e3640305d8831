/** Faults, for the next requests or for a random share of all messages. */
import { type Chance, createChance } from '../../support/fault-random.ts';

/** The kind of request a fault applies to. */
export type Where = 'messages' | 'media' | 'templates' | 'number' | 'uploads';

/** The statuses that webhooks report for a message without a fault. */
export type DeliveryStatus = 'sent' | 'delivered' | 'read';

export type Fault =
  /** Refused with this code. */
  | { kind: 'reject'; code: number; details?: string; isTransient?: boolean; status?: number }
  /** An HTML page of a proxy; the message is not accepted. */
  | { kind: 'html'; status?: number }
  /** An HTML page of a proxy, but the message is accepted. */
  | { kind: 'htmlAfter'; status?: number; late?: number }
  /** No answer, and the message is not accepted. The connection is cut after `seconds`, or never without it. */
  | { kind: 'hang'; seconds?: number }
  | { kind: 'hangAfter'; seconds?: number; late?: number }
  | { kind: 'cutBefore' }
  /** Accepted, but the answer is lost. Its webhooks, or `only` that one, come `late` seconds late. */
  | { kind: 'cutAfter'; late?: number; only?: DeliveryStatus }
  /** Accepted, but the answer contains no id. */
  | { kind: 'noID'; late?: number }
  /** A webhook comes before the answer: the status given, or sent. */
  | { kind: 'hookFirst'; status?: DeliveryStatus }
  /** The webhooks of the message are each sent two more times, sent in reverse order, or one of them is lost. */
  | { kind: 'repeat' }
  | { kind: 'reorder' }
  | { kind: 'drop' }
  /** Accepted, but a webhook reports a failure. With `isSent` another webhook reports sent before it. */
  | { kind: 'failLater'; code: number; isSent?: true }
  /** Accepted, but held back for a while to assess the quality of its template. */
  | { kind: 'held' }
  /** Its template is paused, and this is the first message refused for it. */
  | { kind: 'pauseTemplate' };
export type FaultKind = Fault['kind'];

/** Faults with which the message is accepted all the same. */
export const takesAll = new Set<FaultKind | undefined>([
  undefined,
  'htmlAfter',
  'hangAfter',
  'cutAfter',
  'noID',
  'hookFirst',
  'repeat',
  'reorder',
  'drop',
  'failLater',
  'held',
]);

type Storm = {
  seed: number;
  /** The share of all messages that get a fault. */
  share: number;
  /** A fault that is listed several times here occurs so much more often. */
  faults: readonly Fault[];
};

/** `isFree`: the message uses no template, so none can be paused. */
type FaultTarget = { to?: string; name?: string; isFree?: boolean };

type Planned = { fault: Fault; where: Where; left: number; to: string | undefined };

export type Faults = {
  /** Applies to the next requests of this kind, or to those for this number. */
  next: (fault: Fault, which?: { where?: Where; times?: number; to?: string }) => void;
  /** Applies from now on; undefined ends it. */
  storm: (storm: Storm | undefined) => void;
  /** Removes faults that were set and not applied yet. */
  clear: () => void;
  /** The fault for this request, if any. It depends on the request’s name and on how often that name came before. */
  choose: (where: Where, target?: FaultTarget) => Fault | undefined;
};

/** A number for a text (FNV-1a), so that the fate of a message does not depend on others in flight. */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixed >>> 0;
}

export const chanceOf = (seed: number, name: string): Chance => createChance(hash(`${seed} ${name}`));

export function createFaults(): Faults {
  const planned: Planned[] = [];
  const came = new Map<string, number>();
  let storm: Storm | undefined;
  return {
    next: (fault, { where = 'messages', times = 1, to } = {}) => {
      planned.push({ fault, where, left: times, to });
    },
    storm: (given) => {
      storm = given;
      came.clear();
    },
    clear: () => {
      planned.length = 0;
    },
    choose: (where, { to, name = '', isFree = false } = {}) => {
      const fits = (one: Planned): boolean =>
        one.where === where &&
        (one.to === undefined || one.to === to) &&
        !(isFree && one.fault.kind === 'pauseTemplate');
      const at = planned.findIndex(fits);
      const first = planned[at];
      if (first) {
        first.left -= 1;
        if (first.left === 0) planned.splice(at, 1);
        return first.fault;
      }
      if (!storm || where !== 'messages') return undefined;
      // A retried message has the same name, so the count changes its fate and it gets through in the end.
      const times = (came.get(name) ?? 0) + 1;
      came.set(name, times);
      const chance = chanceOf(storm.seed, `${name} ${times}`);
      return chance.happens(storm.share) ? storm.faults[chance.whole(0, storm.faults.length - 1)] : undefined;
    },
  };
}
