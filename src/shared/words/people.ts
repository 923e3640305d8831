/** Texts of people, their rights and one-time links, and of API keys. */

import type { Person } from '../calls/people.ts';
import type { Right, Role } from '../rights.ts';

export const rightWords: Record<Right, { name: string; hint: string }> = {
  view: { name: 'View', hint: 'See billings, bills and chats' },
  add: { name: 'Add', hint: 'Upload, add members, send messages' },
  edit: { name: 'Edit', hint: 'Change billings and bills, send messages' },
  delete: { name: 'Delete', hint: 'Delete billings and members' },
  outbox: { name: 'Outbox', hint: 'See and clear what waits to be sent' },
  admin: { name: 'Admin', hint: 'People, campus and WhatsApp number' },
};

export const roleWords: Record<Role | 'none' | 'own', string> = {
  owner: 'Owner',
  accounts: 'Accounts',
  reception: 'Reception',
  viewer: 'Viewer',
  none: 'No access',
  own: 'Own choice',
};

export const personStateWords: Record<Person['state'], string> = {
  active: 'Active',
  invited: 'Link not opened yet',
  disabled: 'Disabled',
};

export const peopleWords = {
  title: 'People',
  hint: 'Everybody signs in with a name of their own.',
  invite: 'Invite a person',
  search: 'Search people',
  you: 'You',
  twoFactor: 'Two-factor',
  roleIn: (role: string, campus: string) => `${role} · \u2068${campus}\u2069`,
  open: (name: string) => `Open ${name}`,
  back: 'Back to people',
  gone: 'This person is not here any more.',
  newTitle: 'Invite a person',
  name: 'Name',
  userName: 'User name',
  userNameHint: 'Letters, digits, dots and underscores. It cannot be changed later.',
  rights: 'Rights',
  role: 'Role',
  rightsIn: (campus: string) => `Rights in ${campus}`,
  roleOf: (campus: string) => `Role in ${campus}`,
  makeLink: 'Make the link',
  account: 'Account',
  notWhole:
    'This person is also of a campus that you do not administer. Name, password and whether they may sign in are for whoever administers all of them.',
  yourself: 'Your own password is under Your account.',
  reset: 'Reset password',
  resetHint: 'Password, sessions and two-factor end at once. You get a link to give to them.',
  newLink: 'Make a new link',
  newLinkHint: 'The link before opens no more.',
  linkUntil: (instant: string) => `The link that was made opens until ${instant}.`,
  noLink: 'No link opens this account at the moment.',
  disable: 'Disable',
  disableHint:
    'Nobody gets in by this account, and its sessions end at once. What it did stays, and so do API keys that they made.',
  enable: 'Enable',
  enableHint: 'They sign in with the password of before.',
  disabled: (name: string) => `\u2068${name}\u2069 is disabled.`,
  enabled: (name: string) => `\u2068${name}\u2069 is enabled.`,
} as const;

export const resetQuestion = {
  title: 'Reset the password?',
  text: 'Their password, their sessions and their two-factor end at once.',
  confirm: 'Yes, reset it!',
} as const;

export const disableQuestion = {
  title: 'Disable this person?',
  text: 'They are signed out at once and cannot sign in until you enable them.',
  confirm: 'Yes, disable!',
} as const;

export const linkWords = {
  title: (name: string) => `A link for \u2068${name}\u2069`,
  text: (until: string) => `It opens once, until ${until}. Give it to nobody else: it is shown only now.`,
  label: 'One-time link',
  onNetwork: 'It opens only on computers and phones in the school’s own network.',
  onlyHere:
    'It opens only on this computer, so it cannot be sent to anybody. Let other computers in under Settings, and make a new link.',
  copy: 'Copy the link',
  copied: 'Copied',
  number: 'Their number on WhatsApp',
  numberHint: 'It is not stored. You press Send in WhatsApp yourself.',
  chat: 'Open WhatsApp',
  done: 'Done',
  message: (school: string, url: string) =>
    `Assalam o Alaikum. This link opens your account in Qasid for ${school}. It works once: ${url}`,
  joinTitle: (name: string) => `Welcome, \u2068${name}\u2069`,
  joinText: (school: string, userName: string) =>
    `Choose a password for ${school}. Your user name is ${userName}.`,
  joinTextAlone: (userName: string) => `Choose a password. Your user name is ${userName}.`,
  join: 'Save and sign in',
  overTitle: 'This link does not open',
  loading: 'Opening the link',
  toSignIn: 'Go to sign in',
} as const;

/** Texts of the screen about API keys. */
export const apiKeyWords = {
  title: 'API keys',
  hint: 'For a program that reads or writes this campus by itself, such as a portal or a bookkeeping program.',
  reference: 'How a program asks',
  make: 'Make a key',
  none: 'No program has a key to this campus.',
  newTitle: 'Make an API key',
  name: 'Name',
  nameHint: 'The program that will use it.',
  rights: 'Rights',
  rightsHint: 'Give it what it needs and no more. No key reaches people, keys, backups or anybody’s account.',
  notYours: 'You do not have this right yourself.',
  lasts: 'Opens for',
  lastsChoices: [
    { days: 30, name: '30 days' },
    { days: 90, name: '90 days' },
    { days: 365, name: 'One year' },
    { days: null, name: 'Until it is revoked' },
  ],
  perMinute: 'Calls a minute',
  perMinuteHint: 'Whatever asks more often is told to wait.',
  shownTitle: (name: string) => `The key of \u2068${name}\u2069`,
  shownText: 'Copy it now into the program that will use it. It is not shown again.',
  key: 'API key',
  copy: 'Copy the key',
  copied: 'Copied',
  example: 'To try it: the billings of this campus',
  copyExample: 'Copy the line',
  curl: (url: string, key: string) => `curl -H "Authorization: Bearer ${key}" "${url}"`,
  done: 'I have kept it',
  ending: (letters: string) => `qasid_…${letters}`,
  madeBy: (name: string, instant: string) => `Made by \u2068${name}\u2069, ${instant}`,
  makerGone: 'has left this campus; the key goes on',
  used: (instant: string) => `last used ${instant}`,
  neverUsed: 'never used',
  until: (instant: string) => `opens until ${instant}`,
  expired: 'Over',
  limit: (calls: number) => `${calls} calls a minute`,
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoked: (name: string) => `\u2068${name}\u2069 is revoked.`,
} as const;

export const revokeQuestion = {
  title: 'Revoke this key?',
  text: 'Whatever uses it is refused at once. A revoked key cannot be given back.',
  confirm: 'Yes, revoke it!',
} as const;
