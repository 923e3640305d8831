import type { BillFilter } from '#shared/bill-status.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { type PlaceholderName, placeholdersIn, unknownPlaceholders } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import type { Person, Plan } from './api.ts';
import type { Later } from './when.ts';

export const whoFilters = ['all', 'unpaid', 'overdue'] as const satisfies readonly BillFilter[];
export type Who = (typeof whoFilters)[number];

/** What is written, whoever gets it, and when it is to go: null is at once. */
export type Letter = { templateID: number | null; message: string; media: string; later: Later | null };
export const emptyLetter: Letter = { templateID: null, message: '', media: '', later: null };

export type Draft = Letter & {
  groupIDs: number[];
  /** Chosen bills of the one billing in `groupIDs`, and nobody else of it; none: whole billings. */
  contactIDs: number[];
  /** A person chose them, and not by opening a billing. */
  isOwn: boolean;
  /** The billing that was open when they were chosen. */
  opened: number | null;
  who: Who;
  family: boolean;
};

export const emptyDraft: Draft = {
  ...emptyLetter,
  groupIDs: [],
  contactIDs: [],
  isOwn: false,
  opened: null,
  // A fee desk never reminds those who have paid, unless a person says so.
  who: 'unpaid',
  family: true,
};

type Aim = Pick<Draft, 'groupIDs' | 'contactIDs' | 'isOwn' | 'opened'>;

/** At the opened billing and nothing else, which goes with it when another is opened; or at what a person chose. */
export const aimAt = (groupIDs: number[], opened: number | undefined): Aim => ({
  groupIDs,
  contactIDs: [],
  isOwn: groupIDs.some((id) => id !== opened),
  opened: opened ?? null,
});

/** What becomes of a draft when this billing is open; undefined: it stays as it is. */
export const followed = (draft: Aim, opened: number | undefined): Aim | undefined =>
  opened === undefined || opened === draft.opened || draft.isOwn ? undefined : aimAt([opened], opened);

/** Whether a message is for others while this billing is open. */
export const isElsewhere = ({ groupIDs }: Pick<Draft, 'groupIDs'>, opened: number | undefined): boolean =>
  opened !== undefined && groupIDs.length > 0 && !groupIDs.includes(opened);

/** The draft without what is not there any more. */
export function withKnownGroups(draft: Draft, groups: readonly GroupSummary[]): Draft {
  const groupIDs = draft.groupIDs.filter((id) => groups.some((group) => group.id === id));
  return { ...draft, groupIDs, contactIDs: groupIDs.length > 0 ? draft.contactIDs : [] };
}

/** Why this text may not go, as the sentence to show; undefined when it may. */
export function whyNotText(message: string): string | undefined {
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** The spec's checks before sending, as the sentence to show; undefined when it may go. */
export const whyNotSend = ({ groupIDs, message }: Draft): string | undefined =>
  groupIDs.length === 0 ? toasts.errors.groups : whyNotText(message);

export const isPersonal = (message: string): boolean => placeholdersIn(message).length > 0;

const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** Bills chosen by hand go as they are, whatever became of them. */
const audienceOf = ({ groupIDs, contactIDs, who }: Draft) =>
  contactIDs.length > 0
    ? { groupIDs: [], contactIDs: inOrder(contactIDs), status: 'all' as const }
    : { groupIDs: inOrder(groupIDs), contactIDs: [], status: who };

/** The draft as the calls take it. `family` has a meaning only where there are values to fill in. */
export const bodyOf = (draft: Draft) => ({
  ...audienceOf(draft),
  message: draft.message,
  media: draft.media,
  family: draft.family && isPersonal(draft.message),
});

/** How many bills of the chosen billings each choice of `who` holds. */
export function countWho(groups: readonly GroupSummary[], groupIDs: readonly number[]): Record<Who, number> {
  const counts = { all: 0, unpaid: 0, overdue: 0 };
  for (const group of groups) {
    if (!groupIDs.includes(group.id)) continue;
    counts.all += group.bills;
    counts.unpaid += group.unpaid;
    counts.overdue += group.overdue;
  }
  return counts;
}

const nameOf = (placeholder: string): string =>
  sendWords.placeholders[placeholder as PlaceholderName] ?? placeholder;

/** Why this text is not sent, where it has no value for something; empty where it is. */
export const sayMissing = ({ missing }: Pick<Person, 'missing'>): string =>
  missing.length > 0 ? sendWords.missing(missing.map(nameOf)) : '';

type Child = Person['children'][number];

/** `6-A`, as a school says it. */
export const sayClass = ({ className, section }: Pick<Child, 'className' | 'section'>): string =>
  section === '' ? className : `${className}-${section}`;

/** Whom one writes to: who pays, and where that is not known the child; empty where nobody is named. */
export const payerOf = ({ father, name }: Pick<Person, 'father' | 'name'>): string => father || name;

/** Whose number it is: the children below who pays for them; of a child that stands there itself its class. */
export const childrenOf = ({ father, name, children }: Pick<Person, 'father' | 'name' | 'children'>) => {
  const isAlone = children.length === 1;
  return children
    .map((child) => ({
      name: father === '' && child.name === name ? '' : child.name,
      place: isAlone || father === '' ? sayClass(child) : '',
    }))
    .filter((child) => child.name !== '' || child.place !== '');
};

/** A row of those left out: the head of a reason, or the person at this place of the list. */
export type LeftOutRow = { head: number } | { at: number };

/** What stands in a row where each reason has a head above its people. */
export function leftOutRow(index: number, reasons: readonly { count: number }[]): LeftOutRow {
  let first = 0;
  for (const [head, { count }] of reasons.entries()) {
    if (index === first) return { head };
    if (index <= first + count) return { at: index - head - 1 };
    first += count + 1;
  }
  return { at: index - reasons.length };
}

type Asides = Pick<Plan, 'aside' | 'asidePartPaid' | 'asideOther'>;

/** What the choice leaves aside, each kind by its own words. */
export function asidesOf({ aside, asidePartPaid, asideOther }: Asides, who: Who) {
  const kinds = [
    { kind: who, count: aside - asidePartPaid - asideOther },
    { kind: 'partPaid', count: asidePartPaid },
    { kind: 'other', count: asideOther },
  ] as const;
  return kinds.filter(({ count }) => count > 0);
}

/** A slip that reaches more than so many is not to happen by one press. */
const mostUnasked = 200;
export const mustBeTyped = (queued: number): boolean => queued > mostUnasked;

const digitsOf = (typed: string): string =>
  typed
    .replace(/[\s,.٬]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Whether this is the number, typed with or without its separators, in Latin or Urdu digits. */
export const isTyped = (typed: string, queued: number): boolean => digitsOf(typed) === String(queued);

/** Whether what is typed so far can still become the number. */
export const mayBecome = (typed: string, queued: number): boolean =>
  String(queued).startsWith(digitsOf(typed));
