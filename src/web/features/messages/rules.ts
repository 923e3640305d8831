import type { BillFilter } from '#shared/bill-status.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { type PlaceholderName, placeholdersIn, unknownPlaceholders } from '#shared/placeholders.ts';
import { toasts } from '#shared/words/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import type { Person, Plan } from './api.ts';
import type { Later } from './when.ts';

export const whoFilters = ['all', 'unpaid', 'overdue'] as const satisfies readonly BillFilter[];
export type Who = (typeof whoFilters)[number];

/** The message for any recipients, and its planned time; null is at once. */
export type Letter = { templateID: number | null; message: string; media: string; later: Later | null };
export const emptyLetter: Letter = { templateID: null, message: '', media: '', later: null };

export type Draft = Letter & {
  groupIDs: number[];
  /** Bills selected from the billing in `groupIDs`; empty for whole billings. */
  contactIDs: number[];
  /** The status that these bills must still have; `all` if a person selected each of them. */
  chosenWho: Who;
  /** A person chose the recipients, not just by opening a billing. */
  isOwn: boolean;
  /** The billing that was open when the recipients were chosen. */
  opened: number | null;
  who: Who;
  family: boolean;
};

export const emptyDraft: Draft = {
  ...emptyLetter,
  groupIDs: [],
  contactIDs: [],
  chosenWho: 'all',
  isOwn: false,
  opened: null,
  // By default those who have paid get no reminder.
  who: 'unpaid',
  family: true,
};

type Aim = Pick<Draft, 'groupIDs' | 'contactIDs' | 'isOwn' | 'opened'>;

/** Aims at the opened billing, which changes when another is opened, or at billings a person chose, which stay. */
export const aimAt = (groupIDs: number[], opened: number | undefined): Aim => ({
  groupIDs,
  contactIDs: [],
  isOwn: groupIDs.some((id) => id !== opened),
  opened: opened ?? null,
});

/** The new recipients of a draft when this billing is opened; undefined if they stay. */
export const followed = (draft: Aim, opened: number | undefined): Aim | undefined =>
  opened === undefined || opened === draft.opened || draft.isOwn ? undefined : aimAt([opened], opened);

/** Whether the message is for other billings than the opened one. */
export const isForOtherBilling = (
  { groupIDs }: Pick<Draft, 'groupIDs'>,
  opened: number | undefined,
): boolean => opened !== undefined && groupIDs.length > 0 && !groupIDs.includes(opened);

/** The draft without billings that no longer exist. */
export function withKnownGroups(draft: Draft, groups: readonly GroupSummary[]): Draft {
  const groupIDs = draft.groupIDs.filter((id) => groups.some((group) => group.id === id));
  return { ...draft, groupIDs, contactIDs: groupIDs.length > 0 ? draft.contactIDs : [] };
}

/** The error that prevents sending this text, or undefined. */
export function whyNotText(message: string): string | undefined {
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** The spec's checks before sending: the error, or undefined. */
export const whyNotSend = ({ groupIDs, message }: Draft): string | undefined =>
  groupIDs.length === 0 ? toasts.errors.groups : whyNotText(message);

export const isPersonal = (message: string): boolean => placeholdersIn(message).length > 0;

const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** The audience of a draft. Bills selected by hand are sent whatever their status. */
export const whoOf = ({
  contactIDs,
  chosenWho,
  who,
}: Pick<Draft, 'contactIDs' | 'chosenWho' | 'who'>): Who => (contactIDs.length > 0 ? chosenWho : who);

const audienceOf = (draft: Draft) => ({
  groupIDs: draft.contactIDs.length > 0 ? [] : inOrder(draft.groupIDs),
  contactIDs: inOrder(draft.contactIDs),
  status: whoOf(draft),
});

/** The draft as the calls expect it. `family` only matters for a text with placeholders. */
export const bodyOf = (draft: Draft) => ({
  ...audienceOf(draft),
  message: draft.message,
  media: draft.media,
  family: draft.family && isPersonal(draft.message),
});

/** The number of bills in the chosen billings for each audience. */
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

/** The reason why this message is not sent: its missing values. Empty if it is sent. */
export const sayMissing = ({ missing }: Pick<Person, 'missing'>): string =>
  missing.length > 0 ? sendWords.missing(missing.map(nameOf)) : '';

type Child = Person['children'][number];

/** `6-A`, as a school writes it. */
export const sayClass = ({ className, section }: Pick<Child, 'className' | 'section'>): string =>
  section === '' ? className : `${className}-${section}`;

/** The name of the recipient: the payer, or the child if the payer is unknown; empty if neither is known. */
export const payerOf = ({ father, name }: Pick<Person, 'father' | 'name'>): string => father || name;

/** The children of the number, shown below the payer. An only child that is itself the name shows just its class. */
export const childrenOf = ({ father, name, children }: Pick<Person, 'father' | 'name' | 'children'>) => {
  const isAlone = children.length === 1;
  return children
    .map((child) => ({
      name: father === '' && child.name === name ? '' : child.name,
      place: isAlone || father === '' ? sayClass(child) : '',
    }))
    .filter((child) => child.name !== '' || child.place !== '');
};

/** A row of the left-out list: the heading of a reason, or the recipient at this index. */
export type LeftOutRow = { head: number } | { at: number };

/** The row at this index, where each reason is a heading above its recipients. */
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

/** The bills that the audience leaves out, by kind. */
export function asidesOf({ aside, asidePartPaid, asideOther }: Asides, who: Who) {
  const kinds = [
    { kind: who, count: aside - asidePartPaid - asideOther },
    { kind: 'partPaid', count: asidePartPaid },
    { kind: 'other', count: asideOther },
  ] as const;
  return kinds.filter(({ count }) => count > 0);
}

/** More messages than this need more than one press to send. */
const mostUnasked = 200;
export const mustBeTyped = (queued: number): boolean => queued > mostUnasked;

const digitsOf = (typed: string): string =>
  typed
    .replace(/[\s,.٬]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Whether the typed text is this count, with or without separators, in Latin or Urdu digits. */
export const isTyped = (typed: string, queued: number): boolean => digitsOf(typed) === String(queued);

/** Whether the text typed so far can still become the count. */
export const mayBecome = (typed: string, queued: number): boolean =>
  String(queued).startsWith(digitsOf(typed));
