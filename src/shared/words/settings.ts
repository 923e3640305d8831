/** Texts of Settings: one's own account, the school, its campuses, late bills, fee heads, and billers (push). */

import type { FeeHeadClass } from '../fee-head-class.ts';
import { plural } from './phrases.ts';

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

/** Texts of Settings about when bills are late. */
export const dueRuleWords = {
  title: 'Due dates',
  hint: 'How long a bill asks what it asks in time. It holds for all bills of the campus, also for what was paid already: a payment of those days counts as in time.',
  graceDays: 'Days of grace',
  graceHint: 'On so many days after the due date nothing more is asked.',
  days: (days: number) => (days === 0 ? 'None' : plural(days, 'day', 'days')),
  sunday: 'A last day that is a Sunday counts to Monday',
  sundayHint: 'Banks take nothing on a Sunday.',
  saved: (changed: number) =>
    changed === 0 ? 'Saved.' : `Saved. ${plural(changed, 'bill has', 'bills have')} another status now.`,
} as const;

/** Texts of Settings about fee heads. */
export const feeHeadWords = {
  title: 'Fee heads',
  hint: 'Arrears count once: where a new bill asks for what older ones leave open, only the new one is owed. A head is told by its name; correct it here if the name says something else. It holds for the sheets to come.',
  head: 'Head',
  class: 'What it is',
  classOf: (name: string) => `What ${name} is`,
  none: 'No head of fees has come in yet. They come with the first sheet.',
  said: (byName: string) => `Said by hand; its name says ${byName.toLowerCase()}`,
  classes: {
    tuition: 'Tuition',
    arrears: 'Arrears',
    fine: 'Fine',
    concession: 'Concession',
    other: 'Another fee',
  } satisfies Record<FeeHeadClass, string>,
} as const;

/** Texts of the screen about push: a biller asks for bills and reports payments, or a demo does. */
export const pushWords = {
  title: 'Push from a biller',
  hint: 'What is paid in a bank’s app is paid here at once.',
  what: 'A biller, such as 1LINK (1Bill) or Kuickpay, asks Qasid what a voucher asks, and tells it of each payment.',
  needs:
    'It needs the school’s contract with the biller, the prefix that it gives you, and an address that the biller reaches over https. Without them print the number on vouchers, and bring in the file under Bank.',
  untried:
    'Made after the published specification. It was never tried against a real biller: pay one small voucher together with theirs before parents do.',
  setUp: 'Set up',
  account: 'Comes in by',
  accountHint: 'Its “Before the number” and “The number is of” say which numbers the biller asks for.',
  choose: 'Choose an account',
  noAccounts: 'Add the account first, under Money accounts: with the biller’s prefix in “Before the number”.',
  example: (prefix: string, isStudent: boolean) =>
    isStudent ? `Numbers: ${prefix} and the registration` : `Numbers: ${prefix} and the voucher number`,
  userName: 'User name',
  password: 'Password',
  passwordHint: 'Both are yours to choose; the biller shows them each time. At least 12 letters.',
  kept: 'Kept. Type another to change it',
  show: 'Show the password',
  make: 'Make one',
  isOn: 'Answer the biller',
  isOnHint: 'While it is off, the address leads nowhere.',
  saved: 'Push saved.',
  addresses: 'Addresses for the biller',
  inquiry: 'Bill inquiry',
  payment: 'Bill payment',
  copy: (what: string) => `Copy the address of ${what}`,
  copied: 'Copied',
  noBase: 'Nobody outside reaches Qasid over https: set PUBLIC_URL, then these addresses begin with it.',
  renew: 'Renew the address',
  renewed: 'Push has another address now.',
  renewQuestion: {
    title: 'Renew the address of push?',
    text: 'The address before leads nowhere at once: tell the biller the new one.',
    confirm: 'Renew',
  },
  demo: 'Try it with the demo biller',
  on: 'On',
  off: 'Off',
  refusals: {
    plainSigns: 'Use letters, digits and signs of the English keyboard, without spaces.',
    short: 'Use at least 12 letters.',
    needsPassword: 'Choose the password that the biller shows.',
    needsPrefix:
      'This account has no prefix of digits. Say what the biller puts before your numbers, under Money accounts.',
    notSetUp: 'Push is not set up.',
    off: 'Push is off, so no biller gets an answer. Switch it on in Settings, Money.',
  },
} as const;

/** The demo page that pays like a bank's app. */
export const billerWords = {
  title: 'Demo biller',
  text: 'Pays as a parent does in a bank’s app. It goes by the same address as a real biller: what is paid here is paid in this school.',
  number: 'Consumer number',
  numberHint: 'As it stands on the voucher: the biller’s prefix and the number.',
  ask: 'Ask',
  answer: 'What the biller was answered',
  name: 'Name',
  due: 'Due',
  within: 'Until the due date',
  after: 'After the due date',
  month: 'Month',
  amount: 'Amount',
  pay: 'Pay',
  again: 'Tell it once more',
  paidOn: 'Paid on',
  paidSum: 'Paid',
  fields: 'The answer as it came',
  back: 'Demo phone',
  open: 'Pay as a bank’s app',
  noRight: 'Paying is for who may take in money.',
  settings: 'Set up push',
  codes: {
    '00': 'To be paid',
    '01': 'Nobody has this number',
    '02': 'This number is not paid in an app: the bill has expired, or a newer one asks for it',
    '03': 'This was told before: nothing was posted again',
    '04': 'Refused: something in the message is wrong',
    '05': 'It could not be done: try again',
    '06': 'Paid already',
  } as Readonly<Record<string, string>>,
  paid: 'The payment is in the books',
} as const;
