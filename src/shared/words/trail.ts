/** Texts of the pages that show the trail, and of `npm run verify-trail`. */

import type { AboutKind, ActorKind } from '../trail-kinds.ts';
import { plural } from './phrases.ts';

export const actorWords: Record<ActorKind, string> = {
  user: 'Somebody',
  key: 'An API key',
  program: 'Qasid',
  operator: 'Whoever runs Qasid',
};

export const aboutWords: Record<AboutKind, string> = {
  person: 'People and sign-ins',
  key: 'API keys',
  school: 'School and campuses',
  group: 'Billings',
  bill: 'Bills',
  student: 'Students',
  payment: 'Payments',
  bankFile: 'Bank files',
  moneyAccount: 'Money accounts',
  voucher: 'Vouchers',
  import: 'Imports',
  template: 'Templates',
  snippet: 'Quick answers',
  send: 'Sending',
  contact: 'Contacts',
  sender: 'WhatsApp number',
  backup: 'Backups',
  trail: 'Trail',
};

export const trailWords = {
  title: 'Trail',
  hint: 'Who did what, when and from where. It cannot be edited or deleted.',
  history: 'History',
  showHistory: 'Show history',
  noHistory: 'Nothing is recorded yet.',
  search: 'Search the trail',
  kind: 'What',
  everything: 'Everything',
  person: 'Who',
  everybody: 'Everybody',
  from: 'From day',
  to: 'To day',
  more: 'Show more',
  none: 'Nothing is recorded that matches.',
  noneText: 'Choose other days, or search for something else.',
  nothing: '—',
  at: (address: string) => `from ${address}`,
  changed: (field: string, from: string, to: string) => `${field}: \u2068${from}\u2069 → \u2068${to}\u2069`,
  is: (field: string, value: string) => `${field}: \u2068${value}\u2069`,
  columns: ['Time', 'Who', 'From', 'What', 'About', 'Changes', 'Number', 'Seal'],
} as const;

/** Texts of `npm run verify-trail`. */
export const verifyWords = {
  whole: (school: string, rows: number) => `✓ ${school}: ${plural(rows, 'row', 'rows')}, whole.`,
  head: (count: number, hash: string) =>
    `  Its head is ${count}:${hash}. Kept elsewhere, it finds a trail that is written anew.`,
  unsealed: (rows: number) =>
    `  ${plural(rows, 'row is', 'rows are')} not sealed yet, and so not proven. Qasid seals them within seconds while it runs.`,
  faults: {
    changed: 'was changed after it was sealed.',
    missing: 'is missing: it was deleted.',
    cut: 'and all after it are missing: the end was cut off.',
    rewritten: 'is not what it was when its head was kept elsewhere: it was written anew.',
  },
  broken: (school: string, place: number, id: number | undefined) =>
    `✗ ${school}: row ${place}${id === undefined ? '' : ` (id ${id})`} `,
  keptIn: (where: string) => `  Found by the head that is kept in ${where}.`,
  noSchool: 'There is no school yet, and so no trail.',
  backup: (name: string) => `the backup ${name}`,
  noted: 'the head that was noted down',
  table: 'the database',
  noHead: (school: string) => `✗ ${school}: the head of its chain is gone from the database.`,
  emptied: (school: string, { users, billings }: { users: number; billings: number }) =>
    `✗ ${school}: the trail is empty although there are ${plural(users, 'user', 'users')} and ${plural(billings, 'billing', 'billings')}, which do not come into being without entries: it was emptied together with its head.`,
  nowhere: (head: string) =>
    `✗ The head that was noted down, ${head}, is in no school’s trail: the trail that it is of was cut off or written anew. Add --school=NAME to see where.`,
  unknownSchool: (slug: string) => `There is no school ${slug}.`,
  olderProgram: 'This database is of an older Qasid, which kept no trail. Start it once.',
  headShape: 'Give a head as it was printed: --head=COUNT:HASH, and --school=NAME where there are several.',
} as const;
