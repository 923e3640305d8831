/** Texts of Settings about one's own account, the school and its campuses. */
import { plural } from './plural.ts';

export const settingsWords = {
  title: 'Settings',
  parts: {
    account: 'Your account',
    people: 'People',
    keys: 'API keys',
    school: 'School',
    money: 'Money',
    vouchers: 'Vouchers',
    bin: 'Bin',
    trail: 'Trail',
  },
  backups: 'Backups',
  computer: 'This computer',
  saved: 'Saved.',
  save: 'Save',
  cancel: 'Cancel',
  noRight: 'Only an administrator can see this.',
} as const;

/** Asked before unsaved changes are discarded. */
export const leaveSettings = {
  title: 'Are you sure?',
  text: 'What you changed here is not saved and will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const accountWords = {
  signedInAs: (name: string, userName: string) => `${name} · ${userName}`,
  password: 'Password',
  current: 'Present password',
  next: 'New password',
  changePassword: 'Change password',
  changeHint: 'Your other sessions end with the old password.',
  passwordChanged: 'Your password is changed. Wherever else you were signed in, you are signed out.',
  twoFactor: 'Two-factor',
  twoFactorHint:
    'A code of an app on your phone beside the password: who learns the password alone does not get in.',
  isOff: 'It is off.',
  isOn: (codes: number) => `It is on. ${plural(codes, 'recovery code is', 'recovery codes are')} left.`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOff: 'Two-factor is off.',
  goOn: 'Go on',
  renewCodes: 'New recovery codes',
  scan: 'Scan this with an authenticator app, such as Google Authenticator, Aegis or 2FAS.',
  openApp: 'Or open it in the app on this device',
  typeSecret: 'Or type it into the app',
  copy: 'Copy',
  copied: 'Copied',
  firstCode: 'Code that the app shows',
  recoveryCodes: 'Recovery codes',
  keepCodes:
    'Keep these where you find them without your phone. Each signs you in once in place of the app. They are shown only now.',
  copyCodes: 'Copy all',
  codesKept: 'I have kept them',
  sessions: 'Where you are signed in',
  sessionsHint: (days: number, idle: number) =>
    `A session ends after ${idle} days unused, and after ${days} days in any case.`,
  thisSession: 'This session',
  unknownDevice: 'Unknown device',
  device: (browser: string, system: string) => (system ? `${browser} on ${system}` : browser),
  program: 'A program',
  since: (instant: string) => `Signed in ${instant}`,
  used: (day: string) => `last used ${day}`,
  from: (address: string) => `from ${address}`,
  end: 'End',
  endNamed: (device: string) => `End the session: ${device}`,
  ended: 'The session is ended.',
  endOthers: 'End all others',
  othersEnded: (count: number) => `${plural(count, 'session is', 'sessions are')} ended.`,
} as const;

export const guessWords = {
  told: ({ passwords, codes, since }: { passwords: number; codes: number; since: string }): string =>
    [
      passwords > 0 &&
        `${plural(passwords, 'wrong password was', 'wrong passwords were')} tried for your account since ${since}.`,
      codes > 0 &&
        `Somebody who knows your password tried ${plural(codes, 'wrong code', 'wrong codes')} since ${since}. Change your password.`,
      passwords > 0 && codes === 0 && 'Look at where you are signed in, and turn on two-factor if it is off.',
    ]
      .filter(Boolean)
      .join(' '),
  toAccount: 'Your account',
  seen: 'I have seen it',
} as const;

export const schoolWords = {
  school: 'School',
  name: 'Name of the school',
  campuses: 'Campuses',
  campusesHint: 'Each has its own billings, people’s rights and WhatsApp number.',
  campusName: 'Name',
  country: 'Country',
  countryHint: 'Numbers of this country need no country code.',
  timeZone: 'Time zone',
  timeZoneHint: 'Days and hours are of this place.',
  currency: 'Currency sign',
  currencyHint: 'Stands before amounts, as Rs. or AED.',
  logo: {
    label: 'Logo',
    upload: 'Upload logo',
    replace: 'Replace',
    remove: 'Delete logo',
    loading: 'Uploading…',
  },
  addCampus: 'Add campus',
  newCampus: 'New campus',
  added: (name: string) => `\u2068${name}\u2069 is added. Switch to it at the top.`,
  nothingFound: 'Nothing found',
  onlyOwners: 'Only who administers every campus can rename the school or add a campus.',
} as const;

export const campusWords = {
  switch: 'Switch campus',
  present: (name: string) => `Campus: ${name}`,
  all: 'All campuses',
} as const;

export const allCampusesWords = {
  title: 'All campuses',
  month: 'Month',
  columns: {
    campus: 'Campus',
    bills: 'Bills',
    collected: 'Collected',
    outstanding: 'Outstanding',
    sent: 'Sent',
    waiting: 'Waiting',
    failed: 'Failed',
  },
  together: 'Together',
  goTo: (name: string) => `Go to \u2068${name}\u2069`,
  hint: 'Bills are those of the month’s billings; messages those of what was sent in that month.',
} as const;
