/** The keys of the query cache, and which of them a live event makes stale. */
import type { QueryKey } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/calls/live.ts';

export const keys = {
  /** The prefix of every key. */
  everything: [],
  groups: ['groups'],
  allBills: ['bills'],
  bills: (groupID: number) => ['bills', groupID],
  /** Separate from the bills, because an optimistic mark cancels every request under their key. */
  billIDs: ['billIDs'],
  /** Bills of any billing. */
  billsOfNumbers: ['bills', 'number'],
  bill: (groupID: number, id: number) => ['bills', groupID, 'one', id],
  billMessages: (id: number) => ['outbox', 'bill', id],
  message: (id: number) => ['outbox', 'message', id],
  attempts: (messageID: number) => ['outbox', 'attempts', messageID],
  templates: ['templates'],
  reminders: ['reminders'],
  /** The next reminders. They are computed from all open bills. */
  nextReminders: ['reminders', 'next'],
  snippets: ['snippets'],
  approvals: ['approvals'],
  plans: ['plans'],
  outbox: ['outbox'],
  chats: ['chats'],
  chat: (number: string) => ['chats', number],
  /** Separate from the latest messages, so that a reload of the latest messages does not wait for older pages. */
  earlierChats: ['earlierChats'],
  earlierChat: (number: string) => ['earlierChats', number],
  conversations: ['conversations'],
  demo: ['demo'],
  sender: ['sender'],
  connection: ['connection'],
  /** Separate from `connection`, because loading this calls the provider. */
  connectionTest: ['connectionTest'],
  linkedPhone: ['linkedPhone'],
  imports: ['imports'],
  students: ['students'],
  optOuts: ['optOuts'],
  session: ['session'],
  ownSessions: ['ownSessions'],
  guesses: ['guesses'],
  twoFactor: ['twoFactor'],
  people: ['people'],
  apiKeys: ['apiKeys'],
  school: ['school'],
  campusFigures: ['campusFigures'],
  backups: ['backups'],
  trail: ['trail'],
  installation: ['installation'],
  bin: ['bin'],
  found: ['found'],
  today: ['today'],
  /** Separate from Today, so that an entry does not disappear while a person works on it. */
  numberless: ['numberless'],
  families: ['families'],
  /** Separate from families, because an optimistic mark maps every entry under that key as a family. */
  promises: ['promises'],
  /** Received payments, and the open bills at the counter. */
  payments: ['payments'],
  /** The layout of vouchers. */
  voucherSettings: ['voucherSettings'],
  /** Reports about money, which read all data of a campus. */
  reports: ['reports'],
} as const;

/** The keys that are stale after an event. The plan of a send depends on the bills. */
export function staleAfter(event: LiveEvent): readonly (readonly unknown[])[] {
  switch (event.what) {
    case 'groups':
      return [
        ...[keys.groups, keys.billsOfNumbers, keys.plans, keys.bin, keys.found],
        ...[keys.families, keys.promises, keys.today],
      ];
    case 'bills':
      return [
        ...[keys.groups, keys.bills(event.groupID), keys.billsOfNumbers],
        ...[keys.plans, keys.bin, keys.found, keys.families, keys.today, keys.payments, keys.conversations],
        keys.promises,
      ];
    case 'payments':
      return [keys.payments, keys.voucherSettings, keys.today, keys.conversations, keys.promises];
    case 'outbox':
      return [keys.outbox, keys.chats, keys.earlierChats, keys.demo, keys.families, keys.today];
    case 'chat':
      return [keys.chats, keys.earlierChats, keys.demo];
    case 'inbound':
      // The lists show which chats wait for an answer, and how many messages are new.
      return [
        ...[keys.chats, keys.conversations, keys.groups, keys.allBills, keys.optOuts],
        ...[keys.families, keys.promises, keys.plans, keys.demo, keys.today],
      ];
    case 'sender':
      // Whether templates need an approval depends on the provider.
      return [keys.demo, keys.sender, keys.connection, keys.outbox, keys.plans, keys.approvals, keys.chats];
    case 'imports':
      return [keys.imports];
    case 'students':
      return [keys.students, keys.families, keys.plans, keys.found, keys.allBills];
    case 'templates':
      // The plan of a send says whether it uses the template, which depends on the approval.
      return [keys.templates, keys.snippets, keys.approvals, keys.plans, keys.bin, keys.reminders];
    case 'reminders':
      return [keys.reminders];
    case 'people':
      return [keys.people];
    case 'keys':
      return [keys.apiKeys];
    case 'session':
      return [keys.session, keys.ownSessions, keys.people, keys.school];
    case 'everything':
      return [keys.everything];
  }
}

const afterBills = [...staleAfter({ what: 'groups' }), keys.allBills, keys.payments, keys.conversations];
const afterOutbox = staleAfter({ what: 'outbox' });
const afterSession = staleAfter({ what: 'session' });
const afterTemplates = staleAfter({ what: 'templates' });
const afterAnswer = staleAfter({ what: 'inbound', number: '' });

/**
 * The keys that are stale after this page has written: those of its live events, and those for which there is no live
 * event. If several addresses fit a call, the first one counts.
 */
export const staleAfterWrite = {
  Account: [keys.ownSessions, keys.guesses, keys.twoFactor],
  Adjustments: afterBills,
  Backups: [keys.backups],
  BankFiles: afterBills,
  Bin: [...afterBills, ...afterTemplates, keys.imports],
  Campuses: afterSession,
  'Chat/Answered': [keys.conversations],
  'Chat/Confirmed': [keys.conversations],
  Chat: [...afterOutbox, keys.plans],
  Demo: [keys.demo],
  Exceptions: [[...keys.reports, 'exceptions']],
  Families: [...afterBills, ...afterOutbox, ...afterAnswer, keys.students, keys.reminders],
  FeeHeads: [keys.imports],
  GroupContacts: afterBills,
  Groups: afterBills,
  Imports: [...afterBills, keys.imports, keys.students],
  Installation: [keys.installation],
  Keys: staleAfter({ what: 'keys' }),
  MessageTemplate: afterTemplates,
  MoneyAccounts: staleAfter({ what: 'payments' }),
  OptOuts: afterAnswer,
  Outbox: [...afterOutbox, keys.sender],
  Payments: afterBills,
  People: staleAfter({ what: 'people' }),
  Reminders: staleAfter({ what: 'reminders' }),
  School: afterSession,
  Sender: [...staleAfter({ what: 'sender' }), ...afterTemplates, keys.connectionTest, keys.linkedPhone],
  Snippets: afterTemplates,
  Vouchers: afterBills,
} as const satisfies Record<string, readonly QueryKey[]>;

/**
 * These keys are also stale after an event, but are reloaded less often. Lists of bills show the state of the last
 * messages, which changes all the time during a send. Reports read all data of a campus.
 */
export const lessUrgentStaleAfter = ({ what }: LiveEvent): readonly (readonly unknown[])[] => {
  if (what === 'sender') return [keys.reminders];
  if (what === 'outbox') return [keys.allBills, keys.nextReminders];
  return what === 'bills' || what === 'groups' || what === 'payments'
    ? [keys.reports, keys.nextReminders]
    : [];
};
