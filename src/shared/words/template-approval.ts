/** Texts of the screen about the approval of templates, and about sending with them, in English. */
import { plural } from './plural.ts';

const number = (value: number): string => value.toLocaleString('en-US');

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
  /** Above the list of templates. */
  why: 'Only approved templates reach families who have not written in the last 24 hours.',
  sync: 'Check now',
  syncTitle: 'Ask WhatsApp what it says of each template',
  synced: (changed: number) =>
    changed === 0
      ? 'Nothing has changed at WhatsApp.'
      : `${plural(changed, 'template has', 'templates have')} changed.`,
  syncedAt: (at: string) => `Last heard from WhatsApp on ${at}.`,
  meaning: {
    none: 'Submit it, and WhatsApp looks at it. That takes minutes, at times a day.',
    pending: 'WhatsApp is looking at it. You will see here when it is approved.',
    approved: 'It reaches every family, also those who have not written.',
    rejected: 'WhatsApp does not take it as it stands. Change it and submit it again.',
    paused:
      'WhatsApp holds it back because families reported it or did not want it. It comes back by itself.',
    disabled: 'WhatsApp does not send it any more. Change it and submit it as a new one.',
    changed: 'What it says now is not what was approved. Submit it again.',
    overtaken: 'What it says now is not what WhatsApp is looking at. Submit it again.',
  },
  /** While a template that WhatsApp has is edited. */
  costs: 'WhatsApp has the text as it was. A changed one must be submitted and approved again.',
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
  stopButtonHint: 'Whoever presses it is sent no more messages.',
  submit: 'Submit for approval',
  saveAndSubmit: 'Save and submit',
  submitted: 'Template submitted to WhatsApp.',
  submittedAs: (category: string, language: string) => `Submitted as ${category}, ${language}.`,
} as const;

/** For a provider that accepts free text only for a day after a family has written. */
export const windowWords = {
  title: 'How it goes',
  byTemplate: (count: number) => `by the approved template to ${number(count)}`,
  asFreeText: (count: number) => `as free text to ${number(count)}`,
  goes: (ways: readonly string[]) => `Goes ${ways.join(', ')}.`,
  reaches: (open: number, all: number) =>
    `As free text this reaches ${number(open)} of ${plural(all, 'number', 'numbers')}: those that wrote in the last 24 hours.`,
  reachesNobody: (all: number) =>
    `As free text this reaches none of ${plural(all, 'number', 'numbers')}: nobody has written in the last 24 hours.`,
  forTheRest: (closed: number) => `WhatsApp takes only an approved template for the other ${number(closed)}.`,
  forAll: 'WhatsApp takes only an approved template for them.',
  changed: (title: string) =>
    `You changed the text of “\u2068${title}\u2069”. Only as it was approved it goes to everyone.`,
  takeBack: 'Take the approved text',
  notApproved: (title: string, standing: string) =>
    `“\u2068${title}\u2069” cannot go to them yet: ${standing.toLowerCase()}.`,
  choose: 'Choose an approved template',
  noneApproved:
    'No template is approved yet. Submit one, and it can go to everyone once WhatsApp approves it.',
  toTemplates: 'Open the templates',
  taken: (title: string) => `The message is now “\u2068${title}\u2069”.`,
  /** `tomorrow at 10:00` */
  ends: (at: string) => `Expected to end ${at}`,
} as const;

/** The same, for a conversation. */
export const chatWindowWords = {
  openUntil: (at: string) => `You can write freely until ${at}.`,
  closed: 'This family has not written in the last 24 hours, so WhatsApp takes only an approved template.',
  choose: 'Choose an approved template',
  waiting: 'Choose a template to write',
  none: 'No template is approved yet. Submit one under Templates.',
} as const;
