/** Texts of the family pane, of promises to pay, and of the list of students. */

import { plural } from '../text/phrases.ts';
import { formatDay } from '../time/dates.ts';

export const familyWords = {
  title: 'Family',
  familyTab: 'Family',
  chatTab: 'Chat',
  tabs: 'Family or chat',
  unread: (count: number) => `${count} new`,
  /** The name of a family whose payer is unknown. */
  of: (name: string) => `Family of ${name}`,
  gone: 'This family is not here any more.',
  call: (number: string) => `Call ${number}`,
  payable: 'Payable today',
  credit: (amount: string) => `Credit ${amount}`,
  nothingOpen: 'Nothing open',
  bill: 'Bill',
  charged: 'Charged',
  paid: 'Paid',
  balance: 'Balance',
  ofChild: (amount: string) => `${amount} credit`,
  /** The open bills and the credit that pays a part of them. */
  openLessCredit: (open: string, credit: string) => `${open} open − ${credit} credit`,
  late: (day: string, fine: string) => `due ${day} · late fee ${fine}`,
  lateAlone: (day: string) => `due ${day} · late`,
  due: (day: string) => `due ${day}`,
  /** `8 settled bills, Feb to Sep 2026`. */
  earlier: (count: number, months: string) =>
    [plural(count, 'settled bill', 'settled bills'), months].filter(Boolean).join(', '),
  paidSum: (amount: string) => `${amount} paid`,
  months: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  fewer: 'Fewer bills',
  nothingSince: (month: string) => `Nothing billed since ${month}`,
  nothingYet: 'Nothing billed yet',
  /** Read aloud before the month of a bill. */
  billOf: (name: string) => `Bill of ${name},`,
  messages: 'Messages',
  noMessages: 'Nothing was sent to this family yet.',
  numbers: 'Numbers',
  showNumbers: 'Numbers of the family',
  noNumber: 'No number yet',
  optedOut: 'gets no messages',
  label: (number: string) => `What ${number} is for`,
  labelHint: 'Father, mother …',
  labels: ['Father', 'Mother', 'Guardian'],
  correct: 'Correct',
  correctOf: (number: string) => `Correct ${number}`,
  add: 'Add number',
  right: 'Right number',
  forWhom: 'For',
  everywhere:
    'This changes the number in all their bills and in the student list. Waiting messages go to the new number.',
  corrected: (number: string, moved: number) =>
    `${number} is now their number.${moved > 0 ? ` ${plural(moved, 'waiting message goes', 'waiting messages go')} to it.` : ''}`,
  onTheirWay: (count: number) =>
    `${plural(count, 'message was', 'messages were')} already on the way to the old number. Check in Messages whether ${count === 1 ? 'it' : 'they'} arrived.`,
  landline: 'This is a landline: WhatsApp may not reach it.',
  link: 'Link for parents',
  linkNumber: 'Number',
  linkOf: (number: string) => `Page of ${number}`,
  linkHint:
    'Anybody with this link can see the bills of this number without signing in. The link stops working 30 days after the last bill is settled.',
  copyLink: 'Copy link',
  copied: 'Copied',
  openLink: 'Open',
  revoke: 'Revoke',
  revokeTitle: 'Revoke the link',
  revokeText:
    'The link stops working, also in messages and vouchers that were sent before. The next message or voucher gets a new link.',
  revoked: 'The link no longer works.',
  undone: 'The old number is back.',
  tooLate: 'This cannot be undone: the number was changed again, or too much time has passed.',
} as const;

export const promiseRefusals = {
  past: 'This day has passed. Choose today or a later day.',
  far: 'This day is more than a year away. Choose an earlier day.',
  nothingOwed: 'This family owes nothing now, so there is nothing to promise.',
} as const;

/** `10 Dec`. */
const short = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

/** Texts about promises to pay. */
export const promiseWords = {
  title: 'Promise to pay',
  note: 'Note a promise to pay',
  save: 'Save promise',
  day: 'Will pay by',
  dayHint: 'For example 10, or 10 Dec',
  badDay: 'Write today or a later day, for example 10 or 10 Dec.',
  amount: 'Amount',
  remark: 'Note',
  hint: 'Automatic reminders to this family wait until this day has passed.',
  noted: 'Promise noted',
  withdraw: 'Withdraw',
  withdrawn: 'Promise withdrawn',
  /** `amount`: null for the whole payable amount. */
  promised: (amount: string | null, day: string) => `Promised ${amount ?? 'to pay'} by ${short(day)}`,
  unkept: (amount: string | null, day: string) => `Promised ${amount ?? 'to pay'} by ${short(day)}: not kept`,
  unkeptTitle: (count: number) => (count === 1 ? 'Promise not kept' : 'Promises not kept'),
  by: (day: string) => `by ${short(day)}`,
  moreUnkept: (count: number) => `${count.toLocaleString('en-US')} more`,
  /** Shown in the list of the next reminders. */
  waiting: (count: number) =>
    `${plural(count, 'bill', 'bills')} ${count === 1 ? 'waits' : 'wait'}: the family has promised to pay by a later day.`,
  /** Shown in the preview of a send. */
  inSend: (count: number) =>
    `${plural(count, 'of these families has', 'of these families have')} promised to pay, and the day has not passed.`,
  leftOutOfSend: 'A scheduled reminder leaves these families out.',
} as const;

const left = 'Left the school';

/** Texts of the list of students. */
/** The menu of a class under Students. */
export const classMenuWords = {
  title: (name: string) => `Change class ${name}`,
  renameItem: 'Rename…',
  promoteItem: 'Move students up…',
  promoteTitle: (name: string) => `Move the students of class \u2068${name}\u2069`,
  promoteHint:
    'They keep their sections. Begin with the highest class, so that no two classes mix. Children who have left stay.',
  section: 'Section',
  wholeClass: (count: number) => `The whole class, ${plural(count, 'student', 'students')}`,
  ofSection: (name: string, count: number) => `${name}, ${plural(count, 'student', 'students')}`,
  toClass: 'To class',
  promote: (count: number) => `Move ${plural(count, 'student', 'students')}`,
  promoted: (count: number, into: string) =>
    `${plural(count, 'student is', 'students are')} now in class \u2068${into}\u2069.`,
  mergeItem: 'Merge into another class…',
  up: 'Move up',
  down: 'Move down',
  renameTitle: (name: string) => `Rename class \u2068${name}\u2069`,
  name: 'Name',
  renameHint: 'Sheets with the old name still find this class.',
  rename: 'Rename',
  mergeTitle: (name: string) => `Merge class \u2068${name}\u2069`,
  into: 'Move all its students to',
  mergeHint: 'Sections with the same name become one. Sheets with the old name then mean this class.',
  merge: 'Merge',
  renamed: (before: string, name: string) => `Class \u2068${before}\u2069 is now \u2068${name}\u2069.`,
  merged: (name: string, into: string) =>
    `The students of class \u2068${name}\u2069 are now in \u2068${into}\u2069.`,
  moved: (name: string) => `Class \u2068${name}\u2069 was moved.`,
} as const;

export const studentsWords = {
  places: 'Classes',
  all: 'All classes',
  inClass: 'Whole class',
  add: 'Add student',
  search: 'Search students',
  show: 'Show',
  here: 'Here',
  left: 'Left school',
  count: (count: number) => plural(count, 'student', 'students'),
  columns: {
    regNum: 'Reg',
    name: 'Name',
    fatherName: 'Father',
    class: 'Class',
    number: 'Phone',
    actions: 'Actions',
  },
  open: (name: string) => `Open the family of ${name}`,
  edit: (name: string) => `Edit ${name}`,
  gone: 'This student is not here any more',
  addTitle: 'Add student',
  editTitle: 'Edit student',
  regNum: 'Registration number',
  name: 'Name',
  fatherName: 'Father’s name',
  class: 'Class',
  section: 'Section',
  number: 'Phone numbers',
  numberHint: 'Separate several numbers with a comma.',
  needed: 'This field is required.',
  end: `${left}…`,
  endDay: 'Last day at the school',
  endText:
    'The student moves to the list of students who left. Messages to the class no longer reach the family.',
  endNow: left,
  leftOn: (day: string) => `Left on ${formatDay(day)}`,
  bringBack: 'Bring back',
  added: (name: string, place: string) => `\u2068${name}\u2069 was added to ${place}.`,
  newClass: (name: string) => `There is no class “\u2068${name}\u2069” yet. It will be created.`,
  changed: 'Student saved.',
  ended: (name: string) => `${name} is now in the list of students who left.`,
  back: (name: string) => `${name} is back in the list of students.`,
  noneLeft: 'No student has left',
  leaveQuestion: {
    title: 'Leave this student?',
    text: 'Your changes are not saved.',
    confirm: 'Leave',
  },
} as const;
