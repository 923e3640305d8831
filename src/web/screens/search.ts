/** What the addresses of the screens may say; whatever else stands there is left away. */
import { type BillFilter, billFilters } from '#shared/bill-status.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { isDay } from '#shared/dates.ts';
import { messageStates } from '#shared/message-states.ts';
import { type AboutKind, aboutKinds } from '#shared/trail-kinds.ts';

export const panels = [
  'send',
  'new-billing',
  'edit-billing',
  'add-members',
  'imports',
  'bill',
  'member',
  'chat',
  'templates',
] as const;
export type PanelName = (typeof panels)[number];

export type DeskSearch = {
  billing?: number | undefined;
  /** On a phone the members of the billing stand in front of its cards. */
  view?: 'members' | undefined;
  panel?: PanelName | undefined;
  /** Search among the bills of the billing, in its list and its cards; the filter is of the cards alone. */
  q?: string | undefined;
  status?: BillFilter | undefined;
  /** Search among the billings. */
  find?: string | undefined;
  chat?: string | undefined;
  /** Search among all conversations. */
  findChat?: string | undefined;
  member?: number | undefined;
  /** The billing a message is begun for. */
  to?: number | undefined;
  /** The template that is written, and the search among all of them. */
  template?: number | 'new' | undefined;
  findTemplate?: string | undefined;
  /** What was left for this panel, and is gone back to: the message, a bill, the list of conversations. */
  from?: 'send' | 'bill' | 'chats' | undefined;
};

/** The panel beside the classes: a roster to import, what was imported, or a message to classes and sections. */
export type StudentsSearch = { panel?: 'import' | 'imports' | 'send' | undefined };

export type OutboxSearch = {
  status?: OutboxFilter | undefined;
  q?: string | undefined;
  /** The broadcast: addresses that people keep have this name for it. */
  run?: number | undefined;
  billing?: number | undefined;
  /** The message that is shown whole. */
  message?: number | undefined;
};

type Raw = Record<string, unknown>;

const filters: readonly string[] = billFilters.filter((filter) => filter !== 'all');
const states: readonly string[] = ['pending', ...messageStates.filter((state) => state !== 'queued')];

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

export const readDeskSearch = (raw: Raw): DeskSearch => ({
  billing: idIn(raw, 'billing'),
  view: oneOf(raw, 'view', ['members']),
  panel: oneOf(raw, 'panel', panels),
  q: textIn(raw, 'q'),
  status: oneOf(raw, 'status', filters),
  find: textIn(raw, 'find'),
  chat: textIn(raw, 'chat'),
  findChat: textIn(raw, 'findChat'),
  member: idIn(raw, 'member'),
  to: idIn(raw, 'to'),
  template: raw.template === 'new' ? 'new' : idIn(raw, 'template'),
  findTemplate: textIn(raw, 'findTemplate'),
  from: oneOf(raw, 'from', ['send', 'bill', 'chats']),
});

const noTemplate = { template: undefined, findTemplate: undefined, from: undefined };
const noChat = { chat: undefined, findChat: undefined, member: undefined };
export const noPanel = { panel: undefined, to: undefined, ...noChat, ...noTemplate };

/** The templates in place of what is open, and the way back to the message where one is written. */
export const toTemplates = ({ panel, from }: DeskSearch): DeskSearch => ({
  ...noPanel,
  panel: 'templates',
  from: panel === 'send' || from === 'send' ? 'send' : undefined,
});

/** One step out: from one to the list of all, from a list or a form to what it was left for, else out of the panel. */
export function stepBack({ panel, template, findTemplate, findChat, from, member }: DeskSearch): DeskSearch {
  if (template !== undefined) return { ...noPanel, panel, findTemplate, from };
  if (from === 'chats') return { ...noPanel, panel: 'chat', findChat };
  return { ...noPanel, panel: from, member: from === 'bill' ? member : undefined };
}

export const readStudentsSearch = (raw: Raw): StudentsSearch => ({
  panel: oneOf(raw, 'panel', ['import', 'imports', 'send']),
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
});

/** What a printed list holds: as on the desk. */
export type PrintSearch = Pick<DeskSearch, 'billing' | 'status' | 'q'>;
export const readPrintSearch = (raw: Raw): PrintSearch => ({
  billing: idIn(raw, 'billing'),
  status: oneOf(raw, 'status', filters),
  q: textIn(raw, 'q'),
});

export const readDemoSearch = (raw: Raw): { number?: string | undefined } => ({
  number: textIn(raw, 'number'),
});
export const settingsParts = ['account', 'people', 'keys', 'school', 'bin', 'trail'] as const;
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
