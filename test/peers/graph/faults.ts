/** What goes wrong, told for the next request or by a share of all of them. */
import { type Chance, createChance } from '../../support/fault-random.ts';

/** What is asked for: messages, or one of the other things. */
export type Where = 'messages' | 'media' | 'templates' | 'number' | 'uploads';

/** What a webhook tells of a message that goes well. */
export type Told = 'sent' | 'delivered' | 'read';

export type Fault =
  /** Refused with this code. */
  | { kind: 'reject'; code: number; details?: string; isTransient?: boolean; status?: number }
  /** A page of the machine in front, and nothing was taken. */
  | { kind: 'html'; status?: number }
  /** The same, and it was taken all the same. */
  | { kind: 'htmlAfter'; status?: number; late?: number }
  /** No answer, and nothing was taken. After `seconds` the connection is cut; never unless given. */
  | { kind: 'hang'; seconds?: number }
  | { kind: 'hangAfter'; seconds?: number; late?: number }
  | { kind: 'cutBefore' }
  /** It was taken, and the answer is lost; its webhooks, or `only` that one, come `late` seconds later than they would. */
  | { kind: 'cutAfter'; late?: number; only?: Told }
  /** Taken, and the answer has no id in it. */
  | { kind: 'noID'; late?: number }
  /** A webhook comes before the answer: the first one, unless given. */
  | { kind: 'hookFirst'; status?: Told }
  /** Each webhook of it comes twice, in whatever order, or one of them never. */
  | { kind: 'repeat' }
  | { kind: 'reorder' }
  | { kind: 'drop' }
  /** Taken, and a webhook says that it failed; `isSent`: after one that says that it was sent. */
  | { kind: 'failLater'; code: number; isSent?: true }
  /** Taken, and held back for a while until it is seen how people like the template. */
  | { kind: 'held' }
  /** Its template is paused, and this is the first that is refused for it. */
  | { kind: 'pauseTemplate' };
export type FaultKind = Fault['kind'];

/** Whether a message was taken though something went wrong with it. */
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

export type Storm = {
  seed: number;
  /** So many of all messages. */
  share: number;
  /** Each as often as it stands here. */
  faults: readonly Fault[];
};

/** `isFree`: it goes by no template, so none can be paused. */
export type Asked = { to?: string; name?: string; isFree?: boolean };

type Planned = { fault: Fault; where: Where; left: number; to: string | undefined };

export type Faults = {
  /** For the next requests there, or for those to this number. */
  next: (fault: Fault, which?: { where?: Where; times?: number; to?: string }) => void;
  /** From now on; undefined ends it. */
  storm: (storm: Storm | undefined) => void;
  /** What was told and has not come yet does not come. */
  clear: () => void;
  /** What is to go wrong with this one, if anything. Its name decides it, and how often that name came before. */
  choose: (where: Where, asked?: Asked) => Fault | undefined;
};

/** A number of any text, so that one message's fate does not hang on what else is under way (FNV-1a). */
function hash(text: string): number {
  let mixed = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return mixed >>> 0;
}

export const chanceOf = (seed: number, name: string): Chance => createChance(hash(`${seed} ${name}`));

export function createFaults(): Faults {
  const told: Planned[] = [];
  const came = new Map<string, number>();
  let storm: Storm | undefined;
  return {
    next: (fault, { where = 'messages', times = 1, to } = {}) => {
      told.push({ fault, where, left: times, to });
    },
    storm: (given) => {
      storm = given;
      came.clear();
    },
    clear: () => {
      told.length = 0;
    },
    choose: (where, { to, name = '', isFree = false } = {}) => {
      const fits = (one: Planned): boolean =>
        one.where === where &&
        (one.to === undefined || one.to === to) &&
        !(isFree && one.fault.kind === 'pauseTemplate');
      const at = told.findIndex(fits);
      const first = told[at];
      if (first) {
        first.left -= 1;
        if (first.left === 0) told.splice(at, 1);
        return first.fault;
      }
      if (!storm || where !== 'messages') return undefined;
      // A message that was put off comes again by the same name, and must get through some time.
      const times = (came.get(name) ?? 0) + 1;
      came.set(name, times);
      const chance = chanceOf(storm.seed, `${name} ${times}`);
      return chance.happens(storm.share) ? storm.faults[chance.whole(0, storm.faults.length - 1)] : undefined;
    },
  };
}
