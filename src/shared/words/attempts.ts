/** Texts of the screen about the tries of one message, in English. */
import type { AttemptOutcome, ReceiptState } from '../message-states.ts';
import { plural } from './plural.ts';

export const attemptWords = {
  title: (name: string) => `Message to ${name}`,
  open: (name: string) => `What became of the message to ${name}`,
  list: 'Tries',
  tries: (count: number) => plural(count, 'try', 'tries'),
  attempt: (count: number) => `Try ${count}`,
  none: 'It was not tried yet.',
  noneKept: 'Nothing is known of its tries.',
  underWay: 'Being handed over',
  code: (code: string) => `Code ${code}`,
  chat: 'Open chat',
} as const;

/** The outcome of a try in words for a clerk. */
export const outcomeWords: Record<AttemptOutcome, string> = {
  accepted: 'Handed over to WhatsApp',
  rejected: 'Refused by WhatsApp',
  notSent: 'Was not sent',
  unknown: 'May have been sent',
};

export const receiptWords: Record<ReceiptState, string> = {
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Not delivered',
};
