/** Texts of the pages that show the trail, and of `npm run verify-trail`. */

import { plural } from '../text/phrases.ts';
import type { AboutKind, ActorKind } from '../trail-kinds.ts';

export const actorWords: Record<ActorKind, string> = {
  user: 'Somebody',
  key: 'An API key',
  program: 'Qasid',
  operator: 'The operator',
};

export const aboutWords: Record<AboutKind, string> = {
  person: 'People and sign-ins',
  key: 'API keys',
  school: 'School and campuses',
  group: 'Billings',
  bill: 'Bills',
  student: 'Students',
  class: 'Classes',
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
  hint: 'Who did what, when, and from where. Entries cannot be edited or deleted.',
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
  none: 'No entries match.',
  noneText: 'Choose other days, or search for something else.',
  nothing: '—',
  at: (address: string) => `from ${address}`,
  changed: (field: string, from: string, to: string) => `${field}: \u2068${from}\u2069 → \u2068${to}\u2069`,
  is: (field: string, value: string) => `${field}: \u2068${value}\u2069`,
  columns: ['Time', 'Who', 'From', 'What', 'About', 'Changes', 'Number', 'Seal'],
} as const;

/** Texts of `npm run verify-trail`. */
export const verifyWords = {
  whole: (school: string, rows: number) => `✓ ${school}: ${plural(rows, 'entry', 'entries')}, all intact.`,
  head: (count: number, hash: string) =>
    `  The head of the trail is ${count}:${hash}. Keep it in another place: it shows later whether the trail was rewritten.`,
  unsealed: (rows: number) =>
    `  ${plural(rows, 'entry is', 'entries are')} not sealed yet and could not be checked. Qasid seals entries within seconds while it runs.`,
  faults: {
    changed: 'was changed after it was sealed.',
    missing: 'is missing: it was deleted.',
    cut: 'and all later entries are missing: the end of the trail was cut off.',
    rewritten: 'does not match a head that was kept earlier: the trail was rewritten.',
  },
  broken: (school: string, place: number, id: number | undefined) =>
    `✗ ${school}: entry ${place}${id === undefined ? '' : ` (id ${id})`} `,
  foundWith: (where: string) => `  This was found with ${where}.`,
  noSchool: 'There is no school yet, so there is no trail to check.',
  backup: (name: string) => `the head in the backup ${name}`,
  noted: 'the head given with --head',
  table: 'the head in the database',
  noHead: (school: string) => `✗ ${school}: the head of its trail is missing from the database.`,
  emptied: (school: string, { users, billings }: { users: number; billings: number }) =>
    `✗ ${school}: the trail is empty, although there are ${plural(users, 'user', 'users')} and ${plural(billings, 'billing', 'billings')}. Creating them writes entries, so the trail and its head were deleted.`,
  nowhere: (head: string) =>
    `✗ The head ${head} is in no school’s trail: the trail it came from was cut off or rewritten. Add --school=NAME to see where.`,
  unknownSchool: (slug: string) => `There is no school ${slug}.`,
  olderProgram:
    'This database was written by an older Qasid, which kept no trail. Start this Qasid on it once.',
  headShape:
    'Give the head as it was printed: --head=COUNT:HASH. If there are several schools, add --school=NAME.',
} as const;
