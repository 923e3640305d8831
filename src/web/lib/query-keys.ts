/** The names of what is kept in the query cache; a live event speaks of the same names. */
import type { LiveEvent } from '#shared/calls/live.ts';

export const keys = {
  /** All of them begin with it. */
  everything: [],
  groups: ['groups'],
  allBills: ['bills'],
  bills: (groupID: number) => ['bills', groupID],
  /** Of any billing. */
  billsOfNumbers: ['bills', 'number'],
  bill: (groupID: number, id: number) => ['bills', groupID, 'one', id],
  billMessages: (id: number) => ['outbox', 'bill', id],
  message: (id: number) => ['outbox', 'message', id],
  attempts: (messageID: number) => ['outbox', 'attempts', messageID],
  templates: ['templates'],
  reminders: ['reminders'],
  /** Whom they speak to next: all that is open is gone through. */
  nextReminders: ['reminders', 'next'],
  snippets: ['snippets'],
  approvals: ['approvals'],
  plans: ['plans'],
  outbox: ['outbox'],
  chats: ['chats'],
  chat: (number: string) => ['chats', number],
  /** Apart from the latest, which do not wait for a page of long ago. */
  earlierChats: ['earlierChats'],
  earlierChat: (number: string) => ['earlierChats', number],
  conversations: ['conversations'],
  demo: ['demo'],
  sender: ['sender'],
  connection: ['connection'],
  /** Asked of the provider, and so only when there is a reason to. */
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
  /** Apart from Today, since what is worked through goes from under nobody's hands. */
  numberless: ['numberless'],
  families: ['families'],
  /** What was received, and who owes what at the counter. */
  payments: ['payments'],
  /** How vouchers are made. */
  voucherSettings: ['voucherSettings'],
  /** Of money, which go through all of a campus. */
  reports: ['reports'],
} as const;

/** What is out of date after an event. A send's plan depends on the bills. */
export function staleAfter(event: LiveEvent): readonly (readonly unknown[])[] {
  switch (event.what) {
    case 'groups':
      return [keys.groups, keys.billsOfNumbers, keys.plans, keys.bin, keys.found, keys.families, keys.today];
    case 'bills':
      return [
        ...[keys.groups, keys.bills(event.groupID), keys.billsOfNumbers],
        ...[keys.plans, keys.bin, keys.found, keys.families, keys.today, keys.payments, keys.conversations],
      ];
    case 'payments':
      return [keys.payments, keys.voucherSettings, keys.today, keys.conversations];
    case 'outbox':
      return [keys.outbox, keys.chats, keys.earlierChats, keys.demo, keys.families, keys.today];
    case 'chat':
      return [keys.chats, keys.earlierChats, keys.demo];
    case 'inbound':
      // The lists say how much of it nobody has looked at.
      return [
        keys.chats,
        keys.conversations,
        keys.groups,
        keys.allBills,
        keys.optOuts,
        keys.families,
        keys.plans,
        keys.demo,
        keys.today,
      ];
    case 'sender':
      // Another way of sending asks for approved templates, or for none.
      return [keys.demo, keys.sender, keys.connection, keys.outbox, keys.plans, keys.approvals, keys.chats];
    case 'imports':
      return [keys.imports];
    case 'students':
      return [keys.students, keys.families, keys.plans, keys.found];
    case 'templates':
      // Whether a text goes by its template depends on the approval.
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

/**
 * What is out of date as well, and need not be known at once: lists of bills say what became of the last messages, and
 * while a send is under way that changes all the time; reports go through all of a campus.
 */
export const calmlyStaleAfter = ({ what }: LiveEvent): readonly (readonly unknown[])[] => {
  if (what === 'sender') return [keys.reminders];
  if (what === 'outbox') return [keys.allBills, keys.nextReminders];
  return what === 'bills' || what === 'groups' || what === 'payments'
    ? [keys.reports, keys.nextReminders]
    : [];
};
