/** Texts of people, their rights and one-time links, and of API keys. */

import type { Person } from '../calls/people.ts';
import type { Right, Role } from '../people/rights.ts';

export const rightWords: Record<Right, { name: string; hint: string }> = {
  view: { name: 'View', hint: 'See billings, bills and chats' },
  add: { name: 'Add', hint: 'Upload, add members, send messages' },
  edit: { name: 'Edit', hint: 'Change billings and bills, send messages' },
  delete: { name: 'Delete', hint: 'Delete billings and members' },
  outbox: { name: 'Outbox', hint: 'See and clear waiting messages' },
  admin: { name: 'Admin', hint: 'People, campus and WhatsApp number' },
};

export const roleWords: Record<Role | 'none' | 'own', string> = {
  owner: 'Owner',
  accounts: 'Accounts',
  reception: 'Reception',
  viewer: 'Viewer',
  none: 'No access',
  own: 'Custom',
};

export const personStateWords: Record<Person['state'], string> = {
  active: 'Active',
  invited: 'Link not opened yet',
  disabled: 'Disabled',
};

export const peopleWords = {
  title: 'People',
  hint: 'Each person signs in with their own user name.',
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
  makeLink: 'Create the link',
  account: 'Account',
  notWhole:
    'This person also belongs to a campus that you do not administer. Only somebody who administers all of their campuses can change their name, reset their password or disable them.',
  yourself: 'Change your own password under Your account.',
  reset: 'Reset password',
  resetHint:
    'Removes their password, signs them out and turns two-factor off. You get a link to give to them.',
  newLink: 'Create a new link',
  newLinkHint: 'The earlier link stops working.',
  linkUntil: (instant: string) => `The current link works until ${instant}.`,
  noLink: 'This account has no working link.',
  disable: 'Disable',
  disableHint:
    'Nobody can sign in to this account, and its sessions end now. Their work stays, and API keys that they created keep working.',
  enable: 'Enable',
  enableHint: 'They can sign in with their old password.',
  disabled: (name: string) => `\u2068${name}\u2069 is disabled.`,
  enabled: (name: string) => `\u2068${name}\u2069 is enabled.`,
} as const;

export const resetQuestion = {
  title: 'Reset the password?',
  text: 'Their password stops working, they are signed out, and two-factor is turned off.',
  confirm: 'Yes, reset it!',
} as const;

export const disableQuestion = {
  title: 'Disable this person?',
  text: 'They are signed out now and cannot sign in until you enable them.',
  confirm: 'Yes, disable!',
} as const;

export const linkWords = {
  title: (name: string) => `A link for \u2068${name}\u2069`,
  text: (until: string) =>
    `It works once, until ${until}. Copy it now: it is not shown again. Give it only to this person.`,
  label: 'One-time link',
  onNetwork: 'It works only on computers and phones on the school’s own network.',
  onlyHere:
    'It works only on this computer, so it is of no use to others. Let other computers in under Settings, then create a new link.',
  /** Where Settings cannot let other computers in. */
  onlyHereOperator:
    'A link works only on this computer until the operator of Qasid sets HOST and PUBLIC_URL (see Operations).',
  onlyHereFirst: 'Other computers and phones cannot open Qasid yet, so the link would work only here. First:',
  copy: 'Copy the link',
  copied: 'Copied',
  number: 'Their WhatsApp number',
  numberHint: 'The number is not stored. You press Send in WhatsApp yourself.',
  chat: 'Open WhatsApp',
  done: 'Done',
  message: (school: string, url: string) =>
    `Assalam o Alaikum. This link opens your account in Qasid for ${school}. It works once: ${url}`,
  joinTitle: (name: string) => `Welcome, \u2068${name}\u2069`,
  joinText: (school: string, userName: string) =>
    `Choose a password for ${school}. Your user name is ${userName}.`,
  joinTextAlone: (userName: string) => `Choose a password. Your user name is ${userName}.`,
  join: 'Save and sign in',
  overTitle: 'This link does not work',
  loading: 'Opening the link',
  toSignIn: 'Go to sign in',
} as const;

/** Texts of the screen about API keys. */
export const apiKeyWords = {
  title: 'API keys',
  hint: 'For a program that reads or changes the data of this campus, such as a parent portal or accounting software.',
  reference: 'API reference',
  make: 'Create a key',
  none: 'This campus has no API keys.',
  newTitle: 'Create an API key',
  name: 'Name',
  nameHint: 'The program that will use it.',
  rights: 'Rights',
  rightsHint:
    'Give the key only the rights it needs. No key can reach people, keys, backups or anybody’s account.',
  notYours: 'You do not have this right yourself.',
  lasts: 'Valid for',
  lastsChoices: [
    { days: 30, name: '30 days' },
    { days: 90, name: '90 days' },
    { days: 365, name: 'One year' },
    { days: null, name: 'Until it is revoked' },
  ],
  perMinute: 'Calls per minute',
  perMinuteHint: 'A program that calls more often has to wait.',
  shownTitle: (name: string) => `API key for \u2068${name}\u2069`,
  shownText: 'Copy it now into the program that will use it. It is not shown again.',
  key: 'API key',
  copy: 'Copy the key',
  copied: 'Copied',
  example: 'Try it: list the billings of this campus',
  copyExample: 'Copy the line',
  curl: (url: string, key: string) => `curl -H "Authorization: Bearer ${key}" "${url}"`,
  done: 'I have saved it',
  ending: (letters: string) => `qasid_…${letters}`,
  madeBy: (name: string, instant: string) => `Created by \u2068${name}\u2069, ${instant}`,
  makerGone: 'has left this campus; the key still works',
  used: (instant: string) => `last used ${instant}`,
  neverUsed: 'never used',
  until: (instant: string) => `valid until ${instant}`,
  expired: 'Expired',
  limit: (calls: number) => `${calls} calls per minute`,
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoked: (name: string) => `\u2068${name}\u2069 is revoked.`,
} as const;

export const revokeQuestion = {
  title: 'Revoke this key?',
  text: 'Programs that use this key are refused from now on. You cannot undo this.',
  confirm: 'Yes, revoke it!',
} as const;
