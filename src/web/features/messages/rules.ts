import type { GroupSummary } from '#shared/calls/groups.ts';
import { type PlaceholderName, placeholdersIn, unknownPlaceholders } from '#shared/messages/placeholders.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { sendWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import type { Person, Plan } from './api.ts';
import type { Later } from './when.ts';

export const whoFilters = ['all', 'unpaid', 'overdue'] as const satisfies readonly BillFilter[];
export type Who = (typeof whoFilters)[number];

/** The content of a message, without its recipients. `later` is the planned time, or null to send now. */
export type MessageContent = {
  templateID: number | null;
  message: string;
  media: string;
  later: Later | null;
};
export const emptyContent: MessageContent = { templateID: null, message: '', media: '', later: null };

export type Draft = MessageContent & {
  groupIDs: number[];
  /** The bills selected from the billing in `groupIDs`. It is empty if the message is for whole billings. */
  contactIDs: number[];
  /** The status that these bills must still have when the message is sent. `all` allows every status. */
  chosenWho: Who;
  /** Whether the recipients are the user’s choice and differ from those of the opened billing. */
  isOwn: boolean;
  /** The billing that was open when the recipients were chosen. */
  opened: number | null;
  who: Who;
  family: boolean;
};

export const emptyDraft: Draft = {
  ...emptyContent,
  groupIDs: [],
  contactIDs: [],
  chosenWho: 'all',
  isOwn: false,
  opened: null,
  // By default a family that has paid gets no reminder.
  who: 'unpaid',
  family: true,
};

type RecipientChoice = Pick<Draft, 'groupIDs' | 'contactIDs' | 'isOwn' | 'opened'>;

/**
 * The recipients after a choice of billings. If the choice is only the opened billing, it changes when another billing
 * is opened. Any other choice is kept.
 */
export const choiceOfBillings = (groupIDs: number[], opened: number | undefined): RecipientChoice => ({
  groupIDs,
  contactIDs: [],
  isOwn: groupIDs.some((id) => id !== opened),
  opened: opened ?? null,
});

/** The new recipients of a draft when another billing is opened. Undefined if the recipients do not change. */
export const choiceAfterOpening = (
  draft: RecipientChoice,
  opened: number | undefined,
): RecipientChoice | undefined =>
  opened === undefined || opened === draft.opened || draft.isOwn
    ? undefined
    : choiceOfBillings([opened], opened);

/** Whether the message has recipients, but none of the opened billing. */
export const isForOtherBilling = (
  { groupIDs }: Pick<Draft, 'groupIDs'>,
  opened: number | undefined,
): boolean => opened !== undefined && groupIDs.length > 0 && !groupIDs.includes(opened);

/** Removes billings that no longer exist from the draft. */
export function withKnownGroups(draft: Draft, groups: readonly GroupSummary[]): Draft {
  const groupIDs = draft.groupIDs.filter((id) => groups.some((group) => group.id === id));
  return { ...draft, groupIDs, contactIDs: groupIDs.length > 0 ? draft.contactIDs : [] };
}

/** Returns the error that prevents sending this text, or undefined. */
export function whyNotText(message: string): string | undefined {
  if (message.trim() === '') return toasts.errors.message;
  const unknown = unknownPlaceholders(message);
  return unknown.length > 0 ? sendWords.unknown(unknown) : undefined;
}

/** Returns the first error of the spec's checks before sending, or undefined. */
export const whyNotSend = ({ groupIDs, message }: Draft): string | undefined =>
  groupIDs.length === 0 ? toasts.errors.groups : whyNotText(message);

export const isPersonal = (message: string): boolean => placeholdersIn(message).length > 0;

const inOrder = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

/** The audience of a draft. If bills were selected, it is `chosenWho`. */
export const audienceOf = ({
  contactIDs,
  chosenWho,
  who,
}: Pick<Draft, 'contactIDs' | 'chosenWho' | 'who'>): Who => (contactIDs.length > 0 ? chosenWho : who);

const recipientFieldsOf = (draft: Draft) => ({
  groupIDs: draft.contactIDs.length > 0 ? [] : inOrder(draft.groupIDs),
  contactIDs: inOrder(draft.contactIDs),
  status: audienceOf(draft),
});

/** The draft in the format of the calls. `family` has an effect only for a text with placeholders. */
export const bodyOf = (draft: Draft) => ({
  ...recipientFieldsOf(draft),
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

/** The reason why this message is not sent: the values that are missing. It is empty if no value is missing. */
export const sayMissing = ({ missing }: Pick<Person, 'missing'>): string =>
  missing.length > 0 ? sendWords.missing(missing.map(nameOf)) : '';

type Child = Person['children'][number];

/** The class as a school writes it, such as `6-A`. */
const sayClass = ({ className, section }: Pick<Child, 'className' | 'section'>): string =>
  section === '' ? className : `${className}-${section}`;

/** The name of the recipient: the payer, or the child if the payer is unknown. It is empty if both are unknown. */
export const payerOf = ({ father, name }: Pick<Person, 'father' | 'name'>): string => father || name;

/**
 * The children of a number, which are shown below the name of the recipient. If a child is itself shown as the
 * recipient, its name is not repeated.
 */
export const childrenOf = ({ father, name, children }: Pick<Person, 'father' | 'name' | 'children'>) => {
  const isOnlyChild = children.length === 1;
  return children
    .map((child) => ({
      name: father === '' && child.name === name ? '' : child.name,
      place: isOnlyChild || father === '' ? sayClass(child) : '',
    }))
    .filter((child) => child.name !== '' || child.place !== '');
};

/** A row of the list of people who are left out: the heading of a reason, or the person at an index. */
export type LeftOutRow = { head: number } | { at: number };

/** The row at this index. Each reason is a heading above the people who are left out for this reason. */
export function leftOutRow(index: number, reasons: readonly { count: number }[]): LeftOutRow {
  let first = 0;
  for (const [head, { count }] of reasons.entries()) {
    if (index === first) return { head };
    if (index <= first + count) return { at: index - head - 1 };
    first += count + 1;
  }
  return { at: index - reasons.length };
}

type Asides = Pick<Plan, 'filteredOut' | 'filteredOutOther'>;

/** Counts the bills that do not belong to the audience, by kind. */
export function countFilteredOut({ filteredOut: aside, filteredOutOther: asideOther }: Asides, who: Who) {
  const kinds = [
    { kind: who, count: aside - asideOther },
    { kind: 'other', count: asideOther },
  ] as const;
  return kinds.filter(({ count }) => count > 0);
}

/** To send more messages than this, the user must type their number. */
const maxWithoutTyping = 200;
export const mustBeTyped = (queued: number): boolean => queued > maxWithoutTyping;

const digitsOf = (typed: string): string =>
  typed
    .replace(/[\s,.٬]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** Whether the typed text is this count. Separators and Urdu digits are allowed. */
export const isTyped = (typed: string, queued: number): boolean => digitsOf(typed) === String(queued);

/** Whether the text that was typed so far is the beginning of the count. */
export const isStartOfCount = (typed: string, queued: number): boolean =>
  String(queued).startsWith(digitsOf(typed));
