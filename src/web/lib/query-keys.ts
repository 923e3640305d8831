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
} as const;

/** What is out of date after an event. A send's plan depends on the bills. */
export function staleAfter(event: LiveEvent): readonly (readonly unknown[])[] {
  switch (event.what) {
    case 'groups':
      return [keys.groups, keys.billsOfNumbers, keys.plans, keys.bin, keys.found];
    case 'bills':
      return [
        ...[keys.groups, keys.bills(event.groupID), keys.billsOfNumbers],
        ...[keys.plans, keys.bin, keys.found],
      ];
    case 'outbox':
      return [keys.outbox, keys.chats, keys.earlierChats, keys.demo];
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
        keys.plans,
        keys.demo,
      ];
    case 'sender':
      // Another way of sending asks for approved templates, or for none.
      return [keys.demo, keys.sender, keys.connection, keys.outbox, keys.plans, keys.approvals, keys.chats];
    case 'imports':
      return [keys.imports];
    case 'students':
      return [keys.students, keys.plans];
    case 'templates':
      // Whether a text goes by its template depends on the approval.
      return [keys.templates, keys.approvals, keys.plans, keys.bin];
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
