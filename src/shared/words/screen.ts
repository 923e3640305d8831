/** Texts of the whole screen, except the toasts of the specification: connection, keys, session, Find and Today. */

import { plural } from '../text/phrases.ts';
import { formatDay, fullMonthNames } from '../time/dates.ts';

export const connectionWords = {
  unreachable: 'Qasid cannot be reached. Check that its computer is switched on, then try again.',
  lost: 'Connection lost. Trying again. What you see may be out of date.',
  /** Shown above cached data while the server cannot be reached. */
  seen: (when: string) =>
    `Qasid cannot be reached. Trying again. You see the data of ${when}. Nothing can be saved or sent now.`,
  slow: 'The network is slow. Still trying.',
} as const;

export const commonWords = {
  skipToContent: 'Skip to content',
  product: 'Qasid',
  whatsAppNumber: 'WhatsApp number',
  /** A short form for small screens. */
  whatsApp: 'WhatsApp',
  menu: 'Menu',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  undo: 'Undo',
  clearSearch: 'Clear search',
  tryAgain: 'Try again',
  loading: 'Loading',
  back: 'Back',
  clearFilters: 'Clear the filters',
  noMatch: (text: string) => `Nothing matches “${text}”.`,
  crashed: 'This part of the page stopped working. Your data is safe.',
  notFound: 'There is no page here',
  notFoundText: 'The address may be old or mistyped.',
  toBillings: 'Go to Billings',
} as const;

/** What each key does, in the order of the list of shortcuts. */
export const keyWords = {
  title: 'Keyboard shortcuts',
  keys: [
    { keys: ['Ctrl K'], does: 'Find anybody and anything' },
    { keys: ['/'], does: 'Search the list that is open' },
    { keys: ['n'], does: 'Write a new message' },
    { keys: ['↑', '↓', '←', '→'], does: 'Move through a list' },
    { keys: ['j', 'k'], does: 'Next and previous bill or chat' },
    { keys: ['e'], does: 'Mark a chat as answered, and go to the next' },
    { keys: ['x'], does: 'Choose the bill; with Shift, all bills up to it' },
    { keys: ['v'], does: 'Show bills as cards or as a table' },
    { keys: ['Ctrl P'], does: 'Print the bills of the billing' },
    { keys: ['Home', 'End'], does: 'Go to the start or the end of a list' },
    { keys: ['Enter'], does: 'Open the chosen item' },
    { keys: ['1', '2'], does: 'Show the family, or its chat' },
    { keys: ['r'], does: 'Receive a payment of the family' },
    {
      keys: ['F2', 'F3', 'F4', 'F9'],
      does: 'At the counter: payment method, account, part payment, last receipt again',
    },
    { keys: ['Ctrl Enter'], does: 'In Bank: save the ticked rows' },
    { keys: ['Esc'], does: 'Close the panel' },
    { keys: ['?'], does: 'Show this list' },
  ],
} as const;

export const sessionWords = {
  signIn: 'Sign in',
  signInText: 'The fee desk of your school.',
  userName: 'User name',
  password: 'Password',
  code: 'Code',
  codeHint: 'From your authenticator app, or a recovery code.',
  showPassword: 'Show or hide the password',
  signOut: 'Sign out',
  signOutEverywhere: 'Sign out everywhere',
  account: 'Account',
  noView: 'You do not have the right to see this campus.',
  noViewText: 'Ask an administrator of your school.',
  toDark: 'Switch to dark colours',
  toLight: 'Switch to light colours',
  setUpTitle: 'Set up Qasid',
  setUpText: 'You do this once. You will be the administrator.',
  school: 'School',
  firstCampus: 'Campus',
  yourName: 'Your name',
  passwordHint: (least: number) => `At least ${least} characters`,
  demoSchool: 'Add a demonstration school',
  demoSchoolHint: 'Made-up billings and families to try everything with.',
  setUp: 'Set up',
  openLinkTitle: 'Open the set-up link',
  /** A link that only this computer can open is not offered for others. */
  openLinkText: (isHere: boolean) =>
    `Qasid is not set up yet. It printed a link in the terminal where it was started. Open that link on this ${isHere ? '' : 'or any other '}computer.`,
} as const;

/** Texts of Find. */
export const findWords = {
  title: 'Find',
  label: 'Find a family, a bill, a class, a billing, a message, a template or a chat',
  hint: 'Name, registration, phone, father, invoice, class or billing',
  families: 'Families',
  bills: 'Bills',
  classes: 'Classes',
  billings: 'Billings',
  sends: 'Messages',
  templates: 'Templates',
  chats: 'Chats',
  nothingOpen: 'nothing to pay',
  none: (text: string) => `Nothing matches “${text}”.`,
  /** Shown for a scanned link of a family's page that belongs to another school or is revoked. */
  linkUnknown: 'This link is of another school, or it no longer works.',
  noneHint: 'Try a part of the name, the last digits of the phone number, or the registration number.',
  elsewhere: 'Elsewhere in Qasid',
  /** Shown if there may be more results than the answer contains. */
  atLeast: (count: number) => `${count} or more`,
  some: (shown: number, count: string) => `${shown} of ${count}`,
  showMore: (count: number) => `Show ${count} more`,
  choose: 'choose',
  open: 'open',
  openChat: 'open the chat',
  by: 'name, reg, phone, father, class, voucher',
} as const;

/** Texts of Today, in English. */
export const todayWords = {
  title: 'Today',
  newMessage: 'New message',
  promptText: 'To a billing, to classes and sections, or to one family',
  unpaidOf: (billing: string) => `${billing}, unpaid bills`,
  toAnswer: 'Chats to answer',
  noneToAnswer: 'No chats to answer',
  openChats: 'Open Chats',
  moreToAnswer: (count: number) => `${plural(count, 'more chat waits', 'more chats wait')} for an answer`,
  failures: 'Failures to mend',
  noFailures: 'No failures to mend',
  fixAll: 'Mend all',
  numberless: 'Children without a number',
  noNumberless: 'Every child with an open bill has a number',
  addNumbers: 'Add numbers',
  collected: 'Collected this week',
  collectedHint: 'The money received on these days minus the money given back, for all bills',
  nothingCollected: 'No payments were received this week or last week',
  payments: 'Payments',
  lastWeek: (amount: string) => `last week ${amount}`,
  weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  collectedOn: (day: string, amount: string, payments: number) =>
    `${formatDay(day)}: ${amount}, ${plural(payments, 'payment', 'payments')}`,
  billingPaid: (billing: string, paid: string) => `${billing}, ${paid} paid`,
  falling: 'Bills falling due',
  noFalling: 'No bills fall due in the next two weeks',
  fallingOn: {
    due: (billing: string) => `due, ${billing}`,
    expiry: (billing: string) => `last day at the bank, ${billing}`,
  },
  notUploaded: (month: number, year: number) => `${fullMonthNames[month - 1]} ${year} not yet uploaded`,
  upload: 'Upload',
  /** Used instead of *Upload* where the *Upload* of the billings is beside it. */
  chooseFile: 'Choose a file',
  scheduled: 'Scheduled sends',
  noScheduled: 'No sends are scheduled',
  messages: 'Messages',
  sending: 'Being sent now',
  isPaused: 'paused',
  doneOf: (done: number, total: number) =>
    `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`,
  father: (name: string) => `father ${name}`,
  steps: 'First steps',
  stepOf: {
    isConnected: 'Connect WhatsApp',
    isUploaded: 'Upload a month of bills',
    isTested: 'Send yourself a test',
  },
  stepText: {
    isConnected:
      'Whenever you like. Until then messages go to the demo phone, and nothing leaves this computer.',
    isUploaded: 'Your own Excel sheet as it is, or the file of your bank or school software.',
    isTested: 'See what a family gets: on the demo phone, or on your own once WhatsApp is connected.',
  },
  isDone: 'Done',
  connect: 'Connect',
  numbersText: 'Enter saves a number and goes to the next child.',
  numberOf: (name: string) => `Number of ${name}`,
  proposedNumber: (number: string, name: string) => `${number} of ${name}: same father’s name`,
  saveNumber: 'Save',
  more: 'Show more',
  backToToday: 'Back to Today',
  allAdded: 'Every child with an open bill has a number now.',
  day: (day: string) => formatDay(day).replace(/ \d{4}$/, ''),
} as const;
