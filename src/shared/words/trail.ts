/** Texts of the pages that show the trail. */
import type { AboutKind, ActorKind } from '../trail-kinds.ts';

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
