/** Texts about templates: text and media, approval by WhatsApp, the templates of a new campus, and reminders. */

import type { PlaceholderName } from '../messages/placeholders.ts';
import { readReminderRule, spelledRuleOf } from '../messages/reminder-rules.ts';
import { plural } from '../text/phrases.ts';
import { formatDayOfYear } from '../time/dates.ts';

const number = (value: number): string => value.toLocaleString('en-US');

export const templateWords = {
  title: 'Templates',
  search: 'Search templates',
  columns: { media: 'Media', message: 'Message', actions: 'Change' },
  noMedia: 'No media',
  /** When the template is sent automatically, or the occasion for which a person sends it. */
  sendsOn: (sendOn: string) => (spelledRuleOf(sendOn) ? sayWhen(sendOn) : `Send on ${sendOn}`),
  new: 'New',
  noneText: 'Write a text once and send it every month: it is filled with each bill’s own values.',
  noneToSee: 'Nobody has written a template for this campus yet.',
  chooseOne: 'Choose a template to read or change it',
  chooseOneText: 'Press a template’s name to use its text in a new message.',
  newPanel: 'New Template',
  editPanel: 'Edit Template',
  backToList: 'Back to templates',
  backToMessage: 'Back to the message',
  edit: (title: string) => `Edit ${title}`,
  remove: 'Delete template',
  removeNamed: (title: string) => `Delete ${title}`,
  name: 'Title',
  nameHint: 'For example Fee reminder',
  titleRequired: 'Title is required.',
  sendOn: 'Send on',
  sendOnHint: 'For example 3 days before the due date',
  sendOnText:
    'Leave this empty to choose the template in Send Messages. To send it automatically, choose when, with any number of days, and switch it on under Reminders. Any other occasion, such as Admission, is only a name.',
  preview: 'Preview',
  previewEmpty: 'Your template will be shown here as it arrives on the phone.',
  noBill: 'When there is a billing, you see the values of a real bill here.',
  missing: (names: readonly string[]) =>
    `This bill has no ${names.join(', ')}. Bills without it are left out when sending.`,
  gone: 'This template is not here any more',
  goneText: 'It may have been deleted, or it belongs to another campus.',
  goneMeanwhile:
    'This template was deleted in the meantime. If it is still needed, copy your text and save it as a new template.',
  added: 'Template added successfully.',
  updated: 'Template updated successfully.',
  deleted: 'Template deleted successfully.',
} as const;

/** Asked before changes of a template are discarded. */
export const leaveTemplate = {
  title: 'Are you sure?',
  text: 'This template is not saved. Your changes will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const messageWords = {
  count: (length: number, most: number) => `${number(length)} of ${number(most)} characters`,
  bold: 'Bold',
  italic: 'Italic',
  eachChild: 'a line per child',
  captionTooLong: (most: number) =>
    `WhatsApp accepts at most ${number(most)} below a picture, video or voucher.`,
} as const;

export const mediaWords = {
  label: 'Media',
  hint: 'A picture, or a video in mp4.',
  upload: 'Upload media',
  replace: 'Replace',
  remove: 'Delete media',
  loading: 'Uploading…',
  picture: 'Picture',
  video: 'Video',
  attach: 'Attach a picture or video',
  add: 'Picture or video',
  foreign: 'A file on another website',
  document: (kind: string) => `Document, ${kind}`,
  download: 'Download',
  open: 'Open',
  voucher: 'Fee voucher, PDF',
  receipt: 'Receipt, PDF',
  attachPaper: { voucher: 'Attach each family’s voucher', receipt: 'Attach the receipt' },
  attachPaperHint: {
    voucher: 'A PDF of the bills in the message, made when it is sent.',
    receipt: 'A PDF of the payment in the message, made when it is sent.',
  },
} as const;

/** The approval of a template in a word or two. */
export const standingWords = {
  none: 'Not submitted',
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  paused: 'Paused',
  disabled: 'Disabled',
  changed: 'Changed since approval',
  overtaken: 'Changed since it was submitted',
} as const;

export const approvalWords = {
  title: 'Approval by WhatsApp',
  /** Shown above the list of templates. */
  why: 'Only approved templates reach families who have not written in the last 24 hours.',
  sync: 'Check now',
  syncTitle: 'Ask WhatsApp about the approval of each template',
  synced: (changed: number) =>
    changed === 0
      ? 'Nothing has changed at WhatsApp.'
      : `${plural(changed, 'template has', 'templates have')} changed.`,
  syncedAt: (at: string) => `Last heard from WhatsApp on ${at}.`,
  meaning: {
    none: 'Submit it for review by WhatsApp. This takes minutes, sometimes a day.',
    pending: 'WhatsApp is reviewing it. You will see here when it is approved.',
    approved: 'It reaches every family, also families who have not written.',
    rejected: 'WhatsApp does not accept it. Change it and submit it again.',
    paused:
      'WhatsApp has paused it because families reported it or did not want it. WhatsApp resumes it later.',
    disabled: 'WhatsApp does not send it any more. Change it and submit it as a new template.',
    changed: 'Its text is no longer the approved one. Submit it again.',
    overtaken: 'Its text is no longer the one that WhatsApp is reviewing. Submit it again.',
  },
  /** Shown while a person edits a template that WhatsApp already has. */
  costs: 'WhatsApp has the earlier text. A changed text must be submitted and approved again.',
  problems: 'WhatsApp would not approve this text',
  language: 'Language of the text',
  languages: { en: 'English', en_US: 'English (US)', ur: 'Urdu' },
  category: 'Category',
  categories: { UTILITY: 'Utility', MARKETING: 'Marketing' },
  categoryHints: {
    UTILITY: 'About this family’s own fees, without advertising.',
    MARKETING: 'Admissions, events and offers. Costs more, and families can switch it off.',
  },
  stopButton: 'With a button “Stop messages”',
  stopButtonHint: 'A parent who presses it gets no more messages.',
  submit: 'Submit for approval',
  saveAndSubmit: 'Save and submit',
  submitted: 'Template submitted to WhatsApp.',
  submittedAs: (category: string, language: string) => `Submitted as ${category}, ${language}.`,
} as const;

/** Texts in a send, if the provider accepts free text only for a day after a family has written. */
export const windowWords = {
  title: 'How it is sent',
  byTemplate: (count: number) => `by the approved template to ${number(count)}`,
  asFreeText: (count: number) => `as free text to ${number(count)}`,
  goes: (ways: readonly string[]) => `Will be sent ${ways.join(', ')}.`,
  reaches: (open: number, all: number) =>
    `As free text this reaches ${number(open)} of ${plural(all, 'number', 'numbers')}: those that wrote in the last 24 hours.`,
  reachesNobody: (all: number) =>
    `As free text this reaches none of ${plural(all, 'number', 'numbers')}: nobody has written in the last 24 hours.`,
  forTheRest: (closed: number) =>
    `WhatsApp accepts only an approved template for the other ${number(closed)}.`,
  forAll: 'WhatsApp accepts only an approved template for them.',
  changed: (title: string) =>
    `You changed the text of “\u2068${title}\u2069”. Only the approved text reaches everyone.`,
  takeBack: 'Use the approved text',
  notApproved: (title: string, standing: string) =>
    `“\u2068${title}\u2069” cannot be sent to them yet: ${standing.toLowerCase()}.`,
  choose: 'Choose an approved template',
  noneApproved:
    'No template is approved yet. Submit one: it can be sent to everyone when WhatsApp has approved it.',
  toTemplates: 'Open the templates',
  taken: (title: string) => `The message is now “\u2068${title}\u2069”.`,
  /** `tomorrow at 10:00` */
  ends: (at: string) => `Expected to end ${at}`,
} as const;

/** Texts in a conversation, if the provider accepts free text only for a day after a family has written. */
export const chatWindowWords = {
  openUntil: (at: string) => `You can write freely until ${at}.`,
  closed: 'This family has not written in the last 24 hours, so WhatsApp accepts only an approved template.',
  choose: 'Choose an approved template',
  waiting: 'Choose a template to write',
  none: 'No template is approved yet. Submit one under Templates.',
} as const;

/** Why a text would be refused, each with how to solve it. The numbers are WhatsApp's refusal codes. */
export const approvalProblems = {
  onlyValues: 'WhatsApp wants to read what the message is about. Write a sentence around the values.',
  /** 2388299 */
  first: 'The text begins with a value. Write a word before it, such as “Dear parent of”.',
  last: 'The text ends with a value. Write a few words after it, such as “Thank you”.',
  adjacent: 'Two values are side by side. Write a word or a sign between them.',
  /** 2388293 */
  tooMany: (slots: number, words: number, needed: number) =>
    `${plural(slots, 'value', 'values')} among ${plural(words, 'word', 'words')} are too many. Write at least ${needed} words, or use fewer values.`,
  /** 2388040 */
  tooLong: (length: number, most: number) =>
    `The text has ${length.toLocaleString('en-US')} characters; a template can have at most ${most.toLocaleString('en-US')}. Shorten it.`,
  /** 2388072 */
  spaces: 'There are tabs, or more than four spaces in a row. Remove them.',
  lines: 'There are more than two empty lines in a row. Remove some.',
  braces: 'Double braces are only for values. Remove the others.',
  foreignMedia: 'WhatsApp wants to see the picture or video. Upload it here instead of giving an address.',
} as const;

export const submissionWords = {
  notNeeded:
    'The WhatsApp number of this campus sends without approved templates. There is nothing to submit.',
  notReached: (reason: string) => `WhatsApp could not be reached: ${reason}`,
  refused: (reason: string) => `WhatsApp did not accept the template: ${reason}`,
  /** At most 25 characters. */
  stopButton: 'Stop messages',
} as const;

/** Example values for the reviewers of a template, if the campus has no bill to take them from. */
export const exampleValues: Record<PlaceholderName, string> = {
  name: 'Ayesha Khan',
  regNum: '10234',
  invNo: 'INV-1042',
  total: '12,500',
  dueDate: '10 Nov 2026',
  expiryDate: '25 Nov 2026',
  issueDate: '1 Nov 2026',
  amountAfterDueDate: '13,500',
  payable: '12,500',
  payableUntil: '10 Nov 2026',
  paid: '5,000',
  credit: '1,000',
  balance: '7,500',
  familyTotal: '25,000',
  month: 'November',
  year: '2026',
  status: 'unpaid',
  heads: 'Tuition Fee 12,000, Library 500',
  campus: 'Girls Campus',
  link: 'https://fees.example.org/p/Xk3vQ9aTn2LrB7mWc5dY0g',
  receiptNo: '1042',
  received: '5,000',
  receivedOn: '5 Nov 2026',
  method: 'Cash',
};

/**
 * The templates of a new campus, in the three languages that its parents read. The amount is what is payable on the day
 * of sending. Reminders name no day, so they can also be sent after the voucher has expired.
 */
export const starterTemplates = [
  {
    title: 'Fee due',
    message:
      'Assalam o Alaikum. The fee of *{{name}}* (Reg {{regNum}}) for {{month}} {{year}} is *Rs. {{payable}}*, ' +
      'due on {{dueDate}}.\n{{campus}}',
  },
  {
    title: 'Fee due, family',
    message:
      'Assalam o Alaikum. The fee for {{month}} {{year}}:\n{{name}} (Reg {{regNum}}): *Rs. {{payable}}*, due on {{dueDate}}\n' +
      'Total *Rs. {{familyTotal}}*.\n{{campus}}',
  },
  {
    title: 'Fee yaad dehani (Roman Urdu)',
    message:
      'Assalam o Alaikum. {{name}} ki {{month}} {{year}} ki fee *Rs. {{payable}}* hai. ' +
      'Baraye meharbani jald jama karwa dein. Shukriya.\n{{campus}}',
  },
  {
    title: 'فیس کی یاد دہانی',
    message:
      'السلام علیکم۔ {{name}} کی فیس *{{payable}}* روپے ہے۔ براہ کرم جلد جمع کروا دیں۔ شکریہ۔\n{{campus}}',
  },
] as const;

const bills = (count: number): string => plural(count, 'bill', 'bills');
const families = (count: number): string => plural(count, 'family', 'families');

const anchorWords = { due: 'due date', expiry: 'voucher’s expiry' } as const;

/** Says in words when a rule sends. */
function sayWhen(sendOn: string): string {
  const rule = readReminderRule(sendOn);
  if (!rule) return sendOn;
  if (!('days' in rule))
    return rule.kind === 'bill' ? 'Half an hour after bills are imported' : 'When a payment is received';
  const { kind, days } = rule;
  const anchor = anchorWords[kind];
  if (days === 0) return kind === 'due' ? 'On the due date' : 'On the day the voucher expires';
  return `${plural(Math.abs(days), 'day', 'days')} ${days < 0 ? 'before' : 'after'} the ${anchor}`;
}

/** The rules that are offered. */
export const offeredRules = ['due-3', 'due', 'due+7', 'expiry-1', 'bill', 'paid'] as const;

const fixedRules = [...offeredRules, 'expiry'] as const;
const inDays = /^(\d{1,3}) days? (before|after) the (due date|voucher[’']s expiry)$/i;

/** Reads what `sayWhen` says as its rule. Any other text stays as it is. */
export function readWhen(text: string): string {
  const plain = text.trim();
  const fixed = fixedRules.find((rule) => sayWhen(rule).toLowerCase() === plain.toLowerCase());
  if (fixed) return fixed;
  const [, days, side = '', anchor = ''] = inDays.exec(plain) ?? [];
  if (days === undefined) return text;
  const kind = anchor.toLowerCase() === anchorWords.due ? 'due' : 'expiry';
  return spelledRuleOf(`${kind}${side.toLowerCase() === 'before' ? '-' : '+'}${days}`) ?? text;
}

/** Reminders with a ready text, for a school that has none. */
export const readyReminders = [
  {
    title: 'Before the due date',
    sendOn: 'due-3',
    message:
      'Assalam o Alaikum. The fee for {{month}} is due on {{dueDate}}:\n{{name}}: *Rs. {{payable}}*\n{{campus}}',
  },
  {
    title: 'Last day at the bank',
    sendOn: 'expiry-1',
    message:
      'Assalam o Alaikum. The bank takes the voucher of {{name}} until {{expiryDate}}. Payable is *Rs. {{payable}}*. ' +
      'If you have paid, please send us the slip here.\n{{campus}}',
  },
  {
    title: 'After the due date',
    sendOn: 'due+5',
    message:
      'Assalam o Alaikum. The fee of {{name}} for {{month}} was due on {{dueDate}}. Today *Rs. {{payable}}* is payable. ' +
      'If you have paid, please send us the slip here.\n{{campus}}',
  },
  {
    title: 'Receipt after a payment',
    sendOn: 'paid',
    message:
      'Assalam o Alaikum. We received *Rs. {{received}}* on {{receivedOn}} for {{name}}. Receipt {{receiptNo}}. ' +
      'Left to pay: Rs. {{balance}}.\n{{campus}}',
  },
] as const;

/** Texts of the screen about automatic reminders, in English. */
export const reminderWords = {
  title: 'Reminders',
  nextTitle: 'Next reminders',
  /** `Tomorrow: 212 bills, 180 families`. */
  next: (day: string, counts: { bills: number; families: number }) =>
    `${day}: ${bills(counts.bills)}, ${families(counts.families)}`,
  nobody: (day: string) => `${day}: nobody`,
  today: 'Today',
  tomorrow: 'Tomorrow',
  at: (clock: string) => `at ${clock}`,
  day: formatDayOfYear,
  noneOn: 'No reminder is on',
  held: 'Held',
  back: 'Back to templates',
  hold: 'Hold',
  holdHint:
    'No more reminders are sent until you resume them. To stop a send that is running, pause it in Messages.',
  letGo: 'Resume',
  heldByPerson: 'Reminders are on hold. A reminder that is held for three days is not sent any more.',
  heldByCopy:
    'These data are a copy, so reminders wait until somebody decides in Messages about the waiting messages.',
  wait: (count: number) =>
    `${bills(count)} more ${count === 1 ? 'waits' : 'wait'} until WhatsApp has approved the template.`,
  overLimit: (count: number) =>
    `${bills(count)} more ${count === 1 ? 'waits' : 'wait'} for another day: the school may not send more messages a day.`,
  nobodyText: 'No bill is due for a reminder then, or its family got a message shortly before.',
  search: 'Search families',
  noneFound: (text: string) => `Nobody here matches “${text}”.`,
  skip: 'Skip',
  skipNamed: (name: string) => `Skip ${name}`,
  skipped: (name: string) => `${name} gets no reminder this time.`,
  skippedTitle: 'Skipped',
  putBack: 'Undo',
  putBackNamed: (name: string) => `Undo the skip of ${name}`,
  more: 'Show more',
  isOn: 'On',
  isOff: 'Off',
  doesNotRun: 'does not run',
  /** `Tomorrow 10:00, 204 families`. */
  nextOfRule: (day: string, clock: string, count: number) => `${day} ${clock}, ${families(count)}`,
  sentence: {
    days: 'Number of days',
    daysAfter: (count: number) => (count === 1 ? 'day' : 'days'),
    side: 'Before, on or after',
    sides: [
      { value: 'before', label: 'before' },
      { value: 'on', label: 'on' },
      { value: 'after', label: 'after' },
    ],
    the: 'the',
    anchor: 'Which day',
    anchors: [
      { value: 'due', label: 'due date' },
      { value: 'expiry', label: 'expiry date' },
    ],
    whom: 'to families who still owe',
  },
  editText: 'Edit text',
  lastRun: (day: string) => `Last run ${formatDayOfYear(day)}`,
  runCounts: ({ sent, read, failed }: { sent: number; read: number; failed: number }) =>
    [
      `${number(sent)} sent`,
      `${number(read)} read`,
      ...(failed > 0 ? [`${number(failed)} failed`] : []),
    ].join(', '),
  paidAfter: (count: number, money: string) => `${families(count)} paid within 7 days: ${money}`,
  nonePaid: 'nobody has paid since',
  ready: 'Ready reminders',
  switchOn: 'Switch on',
  switchOnNamed: (title: string) => `Switch on ${title}`,
  rulesHint:
    'A family gets at most one message a day, with all its bills that are due. Families who have paid are not reminded, nothing is sent twice, and nothing is sent in quiet hours. A receipt is sent once for each payment, some minutes later.',
  hour: 'Reminders go at',
  when: sayWhen,
  startsOn: (day: string) => `on, from ${formatDayOfYear(day)}`,
  off: 'off',
  answers: 'When a parent asks',
  answersWhat: 'Answer parents who write “balance” with what is payable',
  answersHint:
    'Only if the whole message is balance, fees, dues or بقایا, only about the bills with that number, and at most twice a day. Any other message waits in Chats.',
  lacksApproval: 'Waits: WhatsApp must approve this text first.',
  noRules: 'No template has a rule yet',
  noRulesText:
    'Choose in Send on of a template when it is sent, such as 3 days before the due date, then switch it on here.',
} as const;
