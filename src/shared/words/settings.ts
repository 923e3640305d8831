/** Texts of Settings: one's own account, the school, its campuses, late bills, fee heads, and billers (push). */

import type { FeeHeadClass } from '../money/fee-head-class.ts';
import { plural } from '../text/phrases.ts';

export const settingsWords = {
  title: 'Settings',
  find: 'Find a setting',
  found: (count: number) => `${plural(count, 'setting', 'settings')} found`,
  groups: {
    you: 'You',
    school: 'School',
    money: 'Money',
    whatsApp: 'WhatsApp',
    computer: 'Data and computer',
  },
  parts: {
    account: 'Your account',
    'signing-in': 'Signing in',
    school: 'School',
    people: 'People',
    money: 'Accounts and closing',
    'due-dates': 'Due dates',
    'fee-heads': 'Fee heads',
    billers: 'Billers',
    vouchers: 'Vouchers and receipts',
    number: 'Number',
    pace: 'Speed and quiet hours',
    backups: 'Backups',
    computer: 'This computer',
    trail: 'Trail',
    bin: 'Bin',
    keys: 'API keys',
  },
  /** The sentence below the title of a page. The other pages have a hint of their own. */
  texts: {
    'signing-in': 'A second step that protects your account, and the places where you are signed in.',
    school: 'The name of the school and its campuses, each with country, time zone, currency sign and logo.',
    money: 'Where money comes in, and until when the books are closed.',
    billers: 'Companies that collect fees in the apps of banks and report each payment.',
    number: 'The number from which this campus writes to families.',
    backups: 'Qasid backs up everything each night.',
    pace: 'How fast messages are sent, and when none are sent.',
  },
  /** A short state beside a topic in the list. */
  states: {
    connected: 'connected',
    byHand: 'by hand',
    demo: 'demo',
    stopped: 'stopped',
    noBackup: 'none',
    today: (time: string) => `today ${time}`,
    warnings: (count: number) => plural(count, 'warning', 'warnings'),
  },
  unsaved: (names: readonly string[]) =>
    `${plural(names.length, 'change is', 'changes are')} not saved: ${names.join(', ')}`,
  saved: 'Saved.',
  save: 'Save',
  cancel: 'Cancel',
  noRight: 'Only an administrator can see this.',
} as const;

/** Asked before unsaved changes are discarded. */
export const leaveSettings = {
  title: 'Are you sure?',
  text: 'Your changes here are not saved and will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const accountWords = {
  signedInAs: (name: string, userName: string) => `${name} · ${userName}`,
  password: 'Password',
  current: 'Current password',
  next: 'New password',
  changePassword: 'Change password',
  changeHint: 'You will be signed out everywhere else.',
  passwordChanged: 'Your password is changed. You are signed out everywhere else.',
  twoFactor: 'Two-factor',
  twoFactorHint:
    'You also type a code from an app on your phone. Somebody who knows only your password cannot sign in.',
  isOff: 'Two-factor is off.',
  isOn: (codes: number) =>
    `Two-factor is on. ${plural(codes, 'recovery code is', 'recovery codes are')} left.`,
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  turnedOff: 'Two-factor is off.',
  goOn: 'Continue',
  renewCodes: 'Create new recovery codes',
  scan: 'Scan this with an authenticator app, such as Google Authenticator, Aegis or 2FAS.',
  openApp: 'Or open it in the app on this device',
  typeSecret: 'Or type this key into the app',
  copy: 'Copy',
  copied: 'Copied',
  firstCode: 'Code shown in the app',
  recoveryCodes: 'Recovery codes',
  keepCodes:
    'Keep these codes where you can find them without your phone. Each code signs you in once, without the app. They are not shown again.',
  copyCodes: 'Copy all',
  codesSaved: 'I have saved them',
  sessions: 'Where you are signed in',
  sessionsHint: (days: number, idle: number) =>
    `A session ends after ${idle} days without use, and after ${days} days in any case.`,
  thisSession: 'This session',
  unknownDevice: 'Unknown device',
  device: (browser: string, system: string) => (system ? `${browser} on ${system}` : browser),
  program: 'A program',
  since: (instant: string) => `Signed in ${instant}`,
  used: (day: string) => `last used ${day}`,
  from: (address: string) => `from ${address}`,
  end: 'End',
  endNamed: (device: string) => `End the session: ${device}`,
  ended: 'The session has ended.',
  endOthers: 'End all other sessions',
  othersEnded: (count: number) => `${plural(count, 'session has', 'sessions have')} ended.`,
} as const;

export const guessWords = {
  notice: ({ passwords, codes, since }: { passwords: number; codes: number; since: string }): string =>
    [
      passwords > 0 &&
        `${plural(passwords, 'wrong password was', 'wrong passwords were')} tried for your account since ${since}.`,
      codes > 0 &&
        `Somebody who knows your password tried ${plural(codes, 'wrong code', 'wrong codes')} since ${since}. Change your password.`,
      passwords > 0 && codes === 0 && 'Check where you are signed in, and turn on two-factor if it is off.',
    ]
      .filter(Boolean)
      .join(' '),
  seen: 'I have seen it',
} as const;

export const schoolWords = {
  school: 'School',
  name: 'Name of the school',
  campuses: 'Campuses',
  campusesHint: 'Each campus has its own billings, rights and WhatsApp number.',
  campusName: 'Name',
  country: 'Country',
  countryHint: 'Numbers of this country need no country code.',
  timeZone: 'Time zone',
  timeZoneHint: 'Days and times are shown in this time zone.',
  currency: 'Currency sign',
  currencyHint: 'Shown before amounts, such as Rs. or AED.',
  logo: {
    label: 'Logo',
    upload: 'Upload logo',
    replace: 'Replace',
    remove: 'Delete logo',
    loading: 'Uploading…',
  },
  addCampus: 'Add campus',
  newCampus: 'New campus',
  added: (name: string) => `\u2068${name}\u2069 was added. Switch to it at the top.`,
  nothingFound: 'Nothing found',
  onlyOwners: 'Only a person who administers every campus can rename the school or add a campus.',
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
    collected: 'Paid',
    outstanding: 'Outstanding',
    sent: 'Sent',
    waiting: 'Waiting',
    failed: 'Failed',
  },
  together: 'Total',
  goTo: (name: string) => `Go to \u2068${name}\u2069`,
  hint: 'Bills are those of the month’s billings. Paid is the amount paid for them so far. Messages are those sent in that month.',
} as const;

/** Texts of Settings about when bills are late. */
export const dueRuleWords = {
  title: 'Due dates',
  hint: 'Until when a bill can be paid without a late charge. This applies to all bills of the campus, also to paid ones: a payment within these days counts as in time.',
  graceDays: 'Days of grace',
  graceHint: 'For this many days after the due date there is no late charge.',
  days: (days: number) => (days === 0 ? 'None' : plural(days, 'day', 'days')),
  sunday: 'If the last day is a Sunday, Monday still counts',
  sundayHint: 'Banks accept no payments on a Sunday.',
  saved: (changed: number) =>
    changed === 0 ? 'Saved.' : `Saved. ${plural(changed, 'bill now has', 'bills now have')} another status.`,
} as const;

/** Texts of Settings about closed books. */
export const closingWords = {
  title: 'Books closed until',
  hint: 'Nothing dated on or before this day can be added or changed. A void or return is booked today and names the closed day. Only an owner can open the books again; the trail keeps who did.',
  until: 'Last closed day',
  untilHint: 'Empty: no day is closed.',
  reason: 'Reason',
  close: 'Close the books',
  open: 'Open again',
  saved: (day: string) => `The books are closed until ${day}.`,
  opened: 'All days are open.',
} as const;

/** Texts of Settings about late cash and credit. */
export const moneyRuleWords = {
  title: 'Cash and credit',
  hint: 'Older cash needs a person with the right to delete. Money in a bank or wallet may be entered later.',
  days: 'Cash of earlier days',
  daysHint: 'For how many days back any clerk may enter cash.',
  choice: (days: number) => (days === 0 ? 'Only today' : plural(days, 'day', 'days')),
  usesCredit: 'New bills use the child’s credit',
  usesCreditHint: 'When bills are saved, money that was paid in advance for the child pays its new bill.',
  saved: 'Saved.',
} as const;

/** Texts of Settings about fee heads. */
export const feeHeadWords = {
  title: 'Fee heads',
  hint: 'Arrears count once: if a new bill includes what older bills leave open, only the new bill is owed. Qasid recognises a head by its name. If the name is misleading, correct it here for later sheets.',
  head: 'Head',
  class: 'What it is',
  classOf: (name: string) => `What ${name} is`,
  none: 'No fee heads yet. They appear when you import the first sheet.',
  setByHand: (byName: string) => `Set by hand; by its name it would be ${byName.toLowerCase()}`,
  classes: {
    tuition: 'Tuition',
    arrears: 'Arrears',
    fine: 'Fine',
    concession: 'Concession',
    other: 'Another fee',
  } satisfies Record<FeeHeadClass, string>,
} as const;

/** Texts of the screen about push: a biller, or a demo, asks for bills and reports payments. */
export const pushWords = {
  title: 'Push from a biller',
  hint: 'A payment in a bank’s app is recorded here at once.',
  what: 'A biller, such as 1LINK (1Bill) or Kuickpay, asks Qasid how much is payable for a voucher, and reports each payment.',
  needs:
    'You need a contract with the biller, the prefix that it gives you, and an https address at which it can reach Qasid. Without them, print the number on vouchers and open the biller’s file under Bank.',
  untried:
    'Built from the published specification, and never tried with a real biller. Pay one small voucher as a test before parents use it.',
  setUp: 'Set up',
  account: 'Money account',
  accountHint: 'Its “Prefix” and “The number belongs to” decide which numbers the biller asks for.',
  choose: 'Choose an account',
  noAccounts: 'First add the account under Accounts and closing, with the biller’s digits in “Prefix”.',
  example: (prefix: string, isStudent: boolean) =>
    isStudent ? `Numbers: ${prefix}, then the registration` : `Numbers: ${prefix}, then the voucher number`,
  userName: 'User name',
  password: 'Password',
  passwordHint: 'You choose both. The biller sends them with each request. At least 12 characters.',
  stored: 'Saved. Type a new one to change it',
  show: 'Show the password',
  make: 'Create one',
  isOn: 'Answer the biller',
  isOnHint: 'While this is off, the biller gets no answer.',
  saved: 'Push saved.',
  addresses: 'Addresses for the biller',
  inquiry: 'Bill inquiry',
  payment: 'Bill payment',
  copy: (what: string) => `Copy the address of ${what}`,
  copied: 'Copied',
  noBase:
    'Qasid has no https address that a biller can reach. Set PUBLIC_URL: these addresses then begin with it.',
  renew: 'Renew the address',
  renewed: 'Push has a new address.',
  renewQuestion: {
    title: 'Renew the address of push?',
    text: 'The old address stops working at once: tell the biller the new one.',
    confirm: 'Renew',
  },
  demo: 'Try it with the demo biller',
  on: 'On',
  off: 'Off',
  refusals: {
    plainSigns: 'Use letters, digits and signs of the English keyboard, without spaces.',
    short: 'Use at least 12 characters.',
    needsPassword: 'Choose the password that the biller sends.',
    needsPrefix:
      'This account has no prefix. Enter the digits that the biller puts before your numbers under Accounts and closing.',
    notSetUp: 'Push is not set up.',
    off: 'Push is off, so no biller gets an answer. Switch it on in Settings, Billers.',
  },
} as const;

/** The demo page that pays like a bank's app. */
export const billerWords = {
  title: 'Demo biller',
  text: 'Pays like a parent in a bank’s app. It uses the same address as a real biller, so a payment made here counts in this school.',
  number: 'Consumer number',
  numberHint: 'As printed on the voucher: the biller’s prefix and the number.',
  ask: 'Ask',
  answer: 'Answer to the biller',
  name: 'Name',
  due: 'Due',
  within: 'Until the due date',
  after: 'After the due date',
  month: 'Month',
  amount: 'Amount',
  pay: 'Pay',
  again: 'Report it again',
  paidOn: 'Paid on',
  paidSum: 'Paid',
  fields: 'The full answer',
  back: 'Demo phone',
  open: 'Pay like a bank’s app',
  noRight: 'You do not have the right to receive money.',
  settings: 'Set up push',
  codes: {
    '00': 'To be paid',
    '01': 'No bill has this number',
    '02': 'This number cannot be paid in an app: the bill has expired, or a newer bill includes it',
    '03': 'This was reported before: nothing was recorded again',
    '04': 'Refused: something in the message is wrong',
    '05': 'It did not work: try again',
    '06': 'Already paid',
  } as Readonly<Record<string, string>>,
  paid: 'The payment is recorded',
} as const;
