/** What the addresses of the screens may say; whatever else stands there is left away. */
import type { BillFilter } from '#shared/calls/bills.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { messageStates } from '#shared/message-states.ts';

export const panels = [
  'send',
  'new-billing',
  'edit-billing',
  'add-members',
  'imports',
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
  /** Search and filter of the cards. */
  q?: string | undefined;
  status?: BillFilter | undefined;
  /** Search of the list at the left. */
  find?: string | undefined;
  chat?: string | undefined;
  member?: number | undefined;
  /** The billing a message is begun for. */
  to?: number | undefined;
  /** The template that is written, and the search among all of them. */
  template?: number | 'new' | undefined;
  findTemplate?: string | undefined;
  /** The panel that was left for this one, and is gone back to. */
  from?: 'send' | undefined;
};

/** The panel beside the classes: a roster to import, or what was imported. */
export type StudentsSearch = { panel?: 'import' | 'imports' | undefined };

export type OutboxSearch = {
  status?: OutboxFilter | undefined;
  q?: string | undefined;
  run?: number | undefined;
};

type Raw = Record<string, unknown>;

const filters: readonly string[] = ['unpaid', 'overdue', 'paid'] satisfies BillFilter[];
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
  member: idIn(raw, 'member'),
  to: idIn(raw, 'to'),
  template: raw.template === 'new' ? 'new' : idIn(raw, 'template'),
  findTemplate: textIn(raw, 'findTemplate'),
  from: oneOf(raw, 'from', ['send']),
});

const noTemplate = { template: undefined, findTemplate: undefined, from: undefined };
export const noPanel = { panel: undefined, chat: undefined, member: undefined, to: undefined, ...noTemplate };

/** The templates in place of what is open, and the way back to the message where one is written. */
export const toTemplates = ({ panel, from }: DeskSearch): DeskSearch => ({
  ...noPanel,
  panel: 'templates',
  from: panel === 'send' ? 'send' : from,
});

/** One step out: from a template to the list, from the list to the message it was left for, else out of the panel. */
export function stepBack({ panel, template, findTemplate, from }: DeskSearch): DeskSearch {
  if (template !== undefined) return { ...noPanel, panel, findTemplate, from };
  return { ...noPanel, panel: from };
}

export const readStudentsSearch = (raw: Raw): StudentsSearch => ({
  panel: oneOf(raw, 'panel', ['import', 'imports']),
});

export const readOutboxSearch = (raw: Raw): OutboxSearch => ({
  status: oneOf(raw, 'status', states),
  q: textIn(raw, 'q'),
  run: idIn(raw, 'run'),
});

export const readDemoSearch = (raw: Raw): { number?: string | undefined } => ({
  number: textIn(raw, 'number'),
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
