/** What the addresses of the screens may say; whatever else stands there is left away. */
import { readSorts, writeSorts } from '#shared/bill-sort.ts';
import { type BillFilter, billFilters } from '#shared/bill-status.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { isDay } from '#shared/dates.ts';
import { messageStates } from '#shared/message-states.ts';
import {
  type ReportBy,
  type ReportFigure,
  type ReportName,
  reportBys,
  reportFigures,
  reportNames,
} from '#shared/reports.ts';
import { type AboutKind, aboutKinds } from '#shared/trail-kinds.ts';
import type { BillsWanted } from '../features/bills/api.ts';
import type { BillsView } from '../features/bills/habits.ts';

export const panels = [
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
  /** On a phone the members of the billing stand in front of its cards. */
  view?: 'members' | undefined;
  panel?: PanelName | undefined;
  /** Search, filters and order of the billing's bills, in its list and its cards; the order unless said as last time. */
  q?: string | undefined;
  status?: BillFilter | undefined;
  section?: number | undefined;
  sort?: string | undefined;
  /** Its bills as cards or as a table; unless said as last time. */
  as?: BillsView | undefined;
  /** Search among the billings. */
  find?: string | undefined;
  /** Of the family's pane: the number it is opened by, or the one of the member's that is talked to. */
  chat?: string | undefined;
  /** The tab of the family's pane, where it is not the family. */
  tab?: 'chat' | undefined;
  member?: number | undefined;
  /** A child of the roster, whose family is shown. */
  student?: number | undefined;
  /** The billing a message is begun for. */
  to?: number | undefined;
  /** The template that is written, and the search among all of them. */
  template?: OpenedTemplate | undefined;
  findTemplate?: string | undefined;
  /** What was left for this panel, and is gone back to: the message, a family. */
  from?: 'send' | 'family' | undefined;
  /** In the place of Today: one of its boxes to work through. */
  todo?: 'numbers' | undefined;
};

/**
 * The panel beside the students: a roster to import, what was imported, a message to classes and sections, a child that
 * is added or changed, or its family.
 */
const studentPanels = ['import', 'imports', 'send', 'add', 'edit', 'family'] as const;
export type StudentsSearch = {
  panel?: (typeof studentPanels)[number] | undefined;
  /** Whom the panel is about. */
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
  /** The broadcast: addresses that people keep have this name for it. */
  run?: number | undefined;
  billing?: number | undefined;
  /** The message that is shown whole. */
  message?: number | undefined;
  /** Which sends stand in the list, and the search among them. */
  which?: 'waiting' | 'toMend' | undefined;
  find?: string | undefined;
};

/** Which conversations stand in the list. */
export const chatLists = ['waiting', 'closing', 'confirm', 'all'] as const;
export type ChatListName = (typeof chatLists)[number];

/** `chat`: the number that is talked to. `side`: on a phone the family stands in front of the thread. */
export type ChatsSearch = {
  chat?: string | undefined;
  list?: ChatListName | undefined;
  q?: string | undefined;
  side?: 'family' | undefined;
};

/** One that is written, or in the place of it those that go by themselves. */
export type OpenedTemplate = number | 'new' | 'reminders';

export type TemplatesSearch = { template?: OpenedTemplate | undefined; q?: string | undefined };

type Raw = Record<string, unknown>;

const filters: readonly string[] = billFilters.filter((filter) => filter !== 'all');
/** `all` says of a send that everybody is shown, and not what is to be mended. */
const states: readonly string[] = [
  ...['all', 'pending', 'gone', 'arrived', 'paidSince'],
  ...messageStates.filter((state) => state !== 'queued'),
];

const textIn = (raw: Raw, name: string): string | undefined => {
  const value = raw[name];
  return typeof value === 'string' && value !== '' ? value.slice(0, 300) : undefined;
};

const idIn = (raw: Raw, name: string): number | undefined => {
  const value = Number(raw[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
};

const oneOf = <T extends string>(raw: Raw, name: string, allowed: readonly string[]): T | undefined => {
  const value = raw[name];
  return typeof value === 'string' && allowed.includes(value) ? (value as T) : undefined;
};

const sortIn = (raw: Raw): string | undefined =>
  writeSorts(readSorts(textIn(raw, 'sort') ?? '')) || undefined;

/** Addresses of before are kept by people: a bill and a conversation with somebody were panels of their own. */
function readPanel(raw: Raw): Pick<DeskSearch, 'panel' | 'tab'> {
  if (raw.panel === 'bill') return { panel: 'family' };
  if (raw.panel === 'chat') return { panel: 'family', tab: 'chat' };
  return { panel: oneOf(raw, 'panel', panels), tab: oneOf(raw, 'tab', ['chat']) };
}

export const readDeskSearch = (raw: Raw): DeskSearch => ({
  ...readPanel(raw),
  billing: idIn(raw, 'billing'),
  view: oneOf(raw, 'view', ['members']),
  q: textIn(raw, 'q'),
  status: oneOf(raw, 'status', filters),
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

/** The bills that an address speaks of; `sort` as it was chosen last. */
export const billsWanted = (
  { billing = 0, q = '', status = 'all', section, sort }: DeskSearch,
  habits: { sort: string },
): BillsWanted => ({
  groupID: billing,
  search: q,
  status,
  section,
  sort: (sort ?? habits.sort) || undefined,
});

const noTemplate = { template: undefined, findTemplate: undefined, from: undefined };
const nobody = {
  chat: undefined,
  member: undefined,
  student: undefined,
  tab: undefined,
};
export const noPanel = { panel: undefined, to: undefined, ...nobody, ...noTemplate };

/** The templates in place of what is open, and the way back to the message where one is written. */
export const toTemplates = ({ panel, from }: DeskSearch): DeskSearch => ({
  ...noPanel,
  panel: 'templates',
  from: panel === 'send' || from === 'send' ? 'send' : undefined,
});

/** One step out: from one to the list of all, from a list or a form to what it was left for, else out of the panel. */
export function stepBack({ panel, template, findTemplate, from, member }: DeskSearch): DeskSearch {
  if (template !== undefined) return { ...noPanel, panel, findTemplate, from };
  return { ...noPanel, panel: from, member: from === 'family' ? member : undefined };
}

export const readStudentsSearch = (raw: Raw): StudentsSearch => ({
  panel: oneOf(raw, 'panel', studentPanels),
  student: idIn(raw, 'student'),
  tab: oneOf(raw, 'tab', ['chat']),
  class: idIn(raw, 'class'),
  section: idIn(raw, 'section'),
  status: oneOf(raw, 'status', ['left']),
  q: textIn(raw, 'q'),
});

export const readChatsSearch = (raw: Raw): ChatsSearch => ({
  chat: textIn(raw, 'chat'),
  list: oneOf(
    raw,
    'list',
    chatLists.filter((list) => list !== 'waiting'),
  ),
  q: textIn(raw, 'q'),
  side: oneOf(raw, 'side', ['family']),
});

/** All conversations were a panel of the desk; whoever kept that address is led on. */
export const readChatList = (raw: Raw): ChatsSearch | undefined =>
  raw.panel === 'chat' && raw.chat === undefined && raw.member === undefined
    ? readChatsSearch({ q: raw.findChat })
    : undefined;

const templateIn = (raw: Raw): OpenedTemplate | undefined =>
  oneOf<'new' | 'reminders'>(raw, 'template', ['new', 'reminders']) ?? idIn(raw, 'template');

export const readTemplatesSearch = (raw: Raw): TemplatesSearch => ({
  template: templateIn(raw),
  q: textIn(raw, 'q'),
});

/** As `2026-11`. */
export type CampusesSearch = { month?: string | undefined };

export const readCampusesSearch = (raw: Raw): CampusesSearch => {
  const month = textIn(raw, 'month');
  return { month: month && /^20\d\d-(0[1-9]|1[0-2])$/.test(month) ? month : undefined };
};

/** Of this run, or of all that waits. */
export type ByHandSearch = { run?: number | undefined };

export const readByHandSearch = (raw: Raw): ByHandSearch => ({ run: idIn(raw, 'run') });

export const readOutboxSearch = (raw: Raw): OutboxSearch => ({
  status: oneOf(raw, 'status', states),
  q: textIn(raw, 'q'),
  run: idIn(raw, 'run'),
  billing: idIn(raw, 'billing'),
  message: idIn(raw, 'message'),
  which: oneOf(raw, 'which', ['waiting', 'toMend']),
  find: textIn(raw, 'find'),
});

/** What a printed list holds: as on the desk. */
export type PrintSearch = Pick<DeskSearch, 'billing' | 'status' | 'q' | 'section' | 'sort'>;
export const readPrintSearch = (raw: Raw): PrintSearch => ({
  billing: idIn(raw, 'billing'),
  status: oneOf(raw, 'status', filters),
  q: textIn(raw, 'q'),
  section: idIn(raw, 'section'),
  sort: sortIn(raw),
});

export const readDemoSearch = (raw: Raw): { number?: string | undefined } => ({
  number: textIn(raw, 'number'),
});
export const settingsParts = [
  'account',
  'people',
  'keys',
  'school',
  'money',
  'vouchers',
  'bin',
  'trail',
] as const;
export type SettingsPart = (typeof settingsParts)[number];
/** `person`: the one that is looked at, or the one who is being invited. The others say what of the trail is shown. */
export type SettingsSearch = {
  part?: SettingsPart | undefined;
  person?: string | undefined;
  q?: string | undefined;
  kind?: AboutKind | undefined;
  who?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const dayIn = (raw: Raw, name: string): string | undefined => {
  const value = textIn(raw, name);
  return value !== undefined && isDay(value) ? value : undefined;
};

/** `bill`: of the family that one came for; `credit`: to use theirs. `day`: whose book is looked at; absent: today's. */
export type CounterSearch = {
  bill?: number | undefined;
  credit?: 'use' | undefined;
  day?: string | undefined;
};
export const readCounterSearch = (raw: Raw): CounterSearch => ({
  bill: idIn(raw, 'bill'),
  credit: oneOf(raw, 'credit', ['use']),
  day: dayIn(raw, 'day'),
});

/** `figure` of the row of this campus and key: its list in the place of the table. */
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
export const readReportsSearch = (raw: Raw): ReportsSearch => ({
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

export const readSettingsSearch = (raw: Raw): SettingsSearch => ({
  part: oneOf(raw, 'part', settingsParts),
  person: textIn(raw, 'person'),
  q: textIn(raw, 'q')?.slice(0, 100),
  kind: oneOf(raw, 'kind', aboutKinds),
  who: textIn(raw, 'who')?.slice(0, 100),
  from: dayIn(raw, 'from'),
  to: dayIn(raw, 'to'),
});

export const readSignInSearch = (raw: Raw): { to?: string | undefined } => ({ to: textIn(raw, 'to') });
export const readSetUpSearch = (raw: Raw): { token?: string | undefined } => ({
  token: textIn(raw, 'token'),
});

/** Addresses as people write them, `?q=123`, without the quotes of JSON. */
export const parseSearch = (text: string): Raw => Object.fromEntries(new URLSearchParams(text));

export function writeSearch(search: Raw): string {
  const entries = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const text = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}
