/** The search parameters of each screen's address. Unknown parameters are ignored. */

import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { type FailureKind, failureKinds } from '#shared/messages/failure-kinds.ts';
import { messageStates } from '#shared/messages/message-states.ts';
import { readSorts, writeSorts } from '#shared/money/bill-sort.ts';
import { type BillFilter, billFilters } from '#shared/money/bill-status.ts';
import { type ExceptionKind, exceptionKinds } from '#shared/money/exceptions.ts';
import {
  type ReportBy,
  type ReportFigure,
  type ReportName,
  reportBys,
  reportFigures,
  reportNames,
} from '#shared/money/reports.ts';
import { isDay } from '#shared/time/dates.ts';
import { type AboutKind, aboutKinds } from '#shared/trail-kinds.ts';
import type { BillsFilters } from '../features/bills/api.ts';
import type { BillsView } from '../features/bills/habits.ts';

const panels = [
  'send',
  'new-billing',
  'edit-billing',
  'add-members',
  'imports',
  'family',
  'member',
  'templates',
] as const;
export type PanelName = (typeof panels)[number];

export type DeskSearch = {
  billing?: number | undefined;
  /** Shows the members of the billing instead of its cards, on a phone. */
  view?: 'members' | undefined;
  panel?: PanelName | undefined;
  /** Search, filters and order of the billing's bills. Without `sort` the order that the person used last applies. */
  q?: string | undefined;
  status?: BillFilter | undefined;
  class?: number | undefined;
  section?: number | undefined;
  sort?: string | undefined;
  /** Cards or a table. Without this parameter the view that the person used last applies. */
  as?: BillsView | undefined;
  /** The search among the billings. */
  find?: string | undefined;
  /** The number by which the family panel was opened, or the number of the conversation if `member` is set. */
  chat?: string | undefined;
  /** The tab of the family panel. Without this parameter the first tab is shown. */
  tab?: 'chat' | undefined;
  member?: number | undefined;
  /** The student whose family is shown. */
  student?: number | undefined;
  /** The billing whose families get the message that the person begins. */
  to?: number | undefined;
  /** The opened template, and the search among the templates. */
  template?: OpenedTemplate | undefined;
  findTemplate?: string | undefined;
  /** The panel to which Back returns: the message or a family. */
  from?: 'send' | 'family' | undefined;
  /** Shows one task of Today instead of Today: adding the missing numbers. */
  todo?: 'numbers' | undefined;
};

/**
 * The panel beside the students: import a roster, past imports, a message to classes and sections, a student being
 * added or changed, or a family.
 */
const studentPanels = ['import', 'imports', 'send', 'add', 'edit', 'family'] as const;
export type StudentsSearch = {
  panel?: (typeof studentPanels)[number] | undefined;
  /** The student that the panel is about. */
  student?: number | undefined;
  tab?: 'chat' | undefined;
  class?: number | undefined;
  section?: number | undefined;
  status?: 'left' | undefined;
  q?: string | undefined;
};

export type OutboxSearch = {
  status?: OutboxFilter | undefined;
  q?: string | undefined;
  /** The id of the send. The parameter is named `run` so that addresses that people saved earlier still work. */
  run?: number | undefined;
  billing?: number | undefined;
  /** The message that is shown in full. */
  message?: number | undefined;
  /** The kind of sends in the list, and the search text. */
  which?: 'waiting' | 'failures' | undefined;
  find?: string | undefined;
  /** Shows the messages of all sends that need this action. */
  kind?: FailureKind | undefined;
};

/** The lists of conversations. */
const chatLists = ['waiting', 'closing', 'confirm', 'all'] as const;
type ChatListName = (typeof chatLists)[number];

/** `chat`: the number of the opened conversation. `side`: on a phone the family is shown instead of the thread. */
export type ChatsSearch = {
  chat?: string | undefined;
  list?: ChatListName | undefined;
  q?: string | undefined;
  side?: 'family' | undefined;
};

/** The template being edited, or instead the automatic reminders. */
export type OpenedTemplate = number | 'new' | 'reminders';

export type TemplatesSearch = { template?: OpenedTemplate | undefined; q?: string | undefined };

type RawSearch = Record<string, unknown>;

const filters: readonly string[] = billFilters.filter((filter) => filter !== 'all');
/** `all`: a send shows all its messages instead of only the messages to mend. */
const states: readonly string[] = [
  ...['all', 'pending', 'gone', 'arrived', 'paidSince'],
  ...messageStates.filter((state) => state !== 'queued'),
];

const textIn = (raw: RawSearch, name: string): string | undefined => {
  const value = raw[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined;
};

const idIn = (raw: RawSearch, name: string): number | undefined => {
  const value = Number(raw[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

const oneOf = <T extends string>(raw: RawSearch, name: string, allowed: readonly string[]): T | undefined => {
  const value = raw[name];
  return typeof value === 'string' && allowed.includes(value) ? (value as T) : undefined;
};

const sortIn = (raw: RawSearch): string | undefined =>
  writeSorts(readSorts(textIn(raw, 'sort') ?? '')) || undefined;

/** Old addresses must keep working. In earlier versions a bill and a conversation had separate panels. */
function readPanel(raw: RawSearch): Pick<DeskSearch, 'panel' | 'tab'> {
  if (raw.panel === 'bill') return { panel: 'family' };
  if (raw.panel === 'chat') return { panel: 'family', tab: 'chat' };
  return { panel: oneOf(raw, 'panel', panels), tab: oneOf(raw, 'tab', ['chat']) };
}

export const readDeskSearch = (raw: RawSearch): DeskSearch => ({
  ...readPanel(raw),
  billing: idIn(raw, 'billing'),
  view: oneOf(raw, 'view', ['members']),
  q: textIn(raw, 'q'),
  status: oneOf(raw, 'status', filters),
  class: idIn(raw, 'class'),
  section: idIn(raw, 'section'),
  sort: sortIn(raw),
  as: oneOf(raw, 'as', ['cards', 'table']),
  find: textIn(raw, 'find'),
  chat: textIn(raw, 'chat'),
  member: idIn(raw, 'member'),
  student: idIn(raw, 'student'),
  to: idIn(raw, 'to'),
  template: templateIn(raw),
  findTemplate: textIn(raw, 'findTemplate'),
  from: oneOf(raw, 'from', ['send', 'family']),
  todo: oneOf(raw, 'todo', ['numbers']),
});

/** The list of bills that an address describes. `sort` is used if the address has no order. */
export const billsFiltersOf = (
  { billing = 0, q = '', status = 'all', class: classID, section, sort }: DeskSearch,
  habits: { sort: string },
): BillsFilters => ({
  groupID: billing,
  search: q,
  status,
  class: classID,
  section,
  sort: (sort ?? habits.sort) || undefined,
});

const noTemplate = { template: undefined, findTemplate: undefined, from: undefined };
const noPerson = {
  chat: undefined,
  member: undefined,
  student: undefined,
  tab: undefined,
};
export const noPanel = { panel: undefined, to: undefined, ...noPerson, ...noTemplate };

/** Opens the templates instead of the current panel. If that panel was a message, Back returns to the message. */
export const toTemplates = ({ panel, from }: DeskSearch): DeskSearch => ({
  ...noPanel,
  panel: 'templates',
  from: panel === 'send' || from === 'send' ? 'send' : undefined,
});

/**
 * One step back: from a template to the list of templates, or from a list or form to the panel from which it was
 * opened. Otherwise the panel is closed.
 */
export function stepBack({ panel, template, findTemplate, from, member }: DeskSearch): DeskSearch {
  if (template !== undefined) return { ...noPanel, panel, findTemplate, from };
  return { ...noPanel, panel: from, member: from === 'family' ? member : undefined };
}

export const readStudentsSearch = (raw: RawSearch): StudentsSearch => ({
  panel: oneOf(raw, 'panel', studentPanels),
  student: idIn(raw, 'student'),
  tab: oneOf(raw, 'tab', ['chat']),
  class: idIn(raw, 'class'),
  section: idIn(raw, 'section'),
  status: oneOf(raw, 'status', ['left']),
  q: textIn(raw, 'q'),
});

export const readChatsSearch = (raw: RawSearch): ChatsSearch => ({
  chat: textIn(raw, 'chat'),
  list: oneOf(
    raw,
    'list',
    chatLists.filter((list) => list !== 'waiting'),
  ),
  q: textIn(raw, 'q'),
  side: oneOf(raw, 'side', ['family']),
});

/** The list of conversations used to be a panel of the desk. Old addresses are redirected. */
export const readChatList = (raw: RawSearch): ChatsSearch | undefined =>
  raw.panel === 'chat' && raw.chat === undefined && raw.member === undefined
    ? readChatsSearch({ q: raw.findChat })
    : undefined;

const templateIn = (raw: RawSearch): OpenedTemplate | undefined =>
  oneOf<'new' | 'reminders'>(raw, 'template', ['new', 'reminders']) ?? idIn(raw, 'template');

export const readTemplatesSearch = (raw: RawSearch): TemplatesSearch => ({
  template: templateIn(raw),
  q: textIn(raw, 'q'),
});

/** A month such as `2026-11`. */
export type CampusesSearch = { month?: string | undefined };

export const readCampusesSearch = (raw: RawSearch): CampusesSearch => {
  const month = textIn(raw, 'month');
  return { month: month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined };
};

/** `run`: only the messages of this send. Without it all waiting messages are shown. */
export type ByHandSearch = { run?: number | undefined };

export const readByHandSearch = (raw: RawSearch): ByHandSearch => ({ run: idIn(raw, 'run') });

export const readOutboxSearch = (raw: RawSearch): OutboxSearch => ({
  status: oneOf(raw, 'status', states),
  q: textIn(raw, 'q'),
  run: idIn(raw, 'run'),
  billing: idIn(raw, 'billing'),
  message: idIn(raw, 'message'),
  which: oneOf(raw, 'which', ['waiting', 'failures']),
  find: textIn(raw, 'find'),
  kind: oneOf(raw, 'kind', failureKinds),
});

/** The bills on a printed list, as on the desk. */
export type PrintSearch = Pick<DeskSearch, 'billing' | 'status' | 'q' | 'class' | 'section' | 'sort'>;
export const readPrintSearch = (raw: RawSearch): PrintSearch => ({
  billing: idIn(raw, 'billing'),
  status: oneOf(raw, 'status', filters),
  q: textIn(raw, 'q'),
  class: idIn(raw, 'class'),
  section: idIn(raw, 'section'),
  sort: sortIn(raw),
});

export const readDemoSearch = (raw: RawSearch): { number?: string | undefined } => ({
  number: textIn(raw, 'number'),
});
const settingsParts = [
  'account',
  'signing-in',
  'school',
  'people',
  'money',
  'due-dates',
  'fee-heads',
  'billers',
  'vouchers',
  'pace',
  'trail',
  'bin',
  'keys',
] as const;
export type SettingsPart = (typeof settingsParts)[number];
/** `person`: the id of a person, or `new` for an invitation. The other parameters filter the trail. */
export type SettingsSearch = {
  part?: SettingsPart | undefined;
  person?: string | undefined;
  q?: string | undefined;
  kind?: AboutKind | undefined;
  who?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const dayIn = (raw: RawSearch, name: string): string | undefined => {
  const value = textIn(raw, name);
  return value !== undefined && isDay(value) ? value : undefined;
};

/** `day`: the day of the day book, by default today. */
export type CounterSearch = { day?: string | undefined };
export const readCounterSearch = (raw: RawSearch): CounterSearch => ({ day: dayIn(raw, 'day') });

/** If `figure` is set, the list behind this figure is shown instead of the table. `row` and `campus` name its row. */
export type ReportsSearch = {
  report?: ReportName | undefined;
  by?: ReportBy | undefined;
  campuses?: 'all' | undefined;
  from?: string | undefined;
  to?: string | undefined;
  class?: string | undefined;
  figure?: ReportFigure | undefined;
  row?: string | undefined;
  campus?: number | undefined;
};
export const readReportsSearch = (raw: RawSearch): ReportsSearch => ({
  report: oneOf(raw, 'report', reportNames),
  by: oneOf(raw, 'by', reportBys),
  campuses: oneOf(raw, 'campuses', ['all']),
  from: dayIn(raw, 'from'),
  to: dayIn(raw, 'to'),
  class: textIn(raw, 'class'),
  figure: oneOf(raw, 'figure', reportFigures),
  row: typeof raw.row === 'string' ? raw.row.slice(0, 2000) : undefined,
  campus: idIn(raw, 'campus'),
});

export type OwnerSearch = {
  month?: string | undefined;
  kind?: ExceptionKind | undefined;
  by?: string | undefined;
  week?: number | undefined;
};
const isMonth = (text: string | undefined): boolean => isDay(`${text}-01`);
export const readOwnerSearch = (raw: RawSearch): OwnerSearch => {
  const month = textIn(raw, 'month');
  const week = Number(raw.week);
  return {
    month: isMonth(month) ? month : undefined,
    kind: oneOf(raw, 'kind', exceptionKinds),
    by: typeof raw.by === 'string' ? raw.by.slice(0, 100) : undefined,
    week: raw.week !== undefined && [0, 1, 2, 3].includes(week) ? week : undefined,
  };
};

export const readSettingsSearch = (raw: RawSearch): SettingsSearch => ({
  part: oneOf(raw, 'part', settingsParts),
  person: textIn(raw, 'person'),
  q: textIn(raw, 'q')?.slice(0, 100),
  kind: oneOf(raw, 'kind', aboutKinds),
  who: textIn(raw, 'who')?.slice(0, 100),
  from: dayIn(raw, 'from'),
  to: dayIn(raw, 'to'),
});

export const readSignInSearch = (raw: RawSearch): { to?: string | undefined } => ({ to: textIn(raw, 'to') });
export const readSetUpSearch = (raw: RawSearch): { token?: string | undefined } => ({
  token: textIn(raw, 'token'),
});

/** Readable addresses, `?q=123`, without the quotes of JSON. */
export const parseSearch = (text: string): RawSearch => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(search: RawSearch): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
