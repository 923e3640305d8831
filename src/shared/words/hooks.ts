/** What is said of what WhatsApp or a gateway tells by calling, in English. */

import { inMegabytes } from './megabytes.ts';

export const hookWords = {
  unsigned: 'This call is not signed as agreed.',
  notJson: 'The body is signed, but is not JSON.',
  connectedOtherwise: 'The campus was connected in another way before this was looked at.',
  /** Stands in the chat with the old number. */
  numberChanged: (to: string) =>
    `This family’s WhatsApp number is now ${to}. Nothing more is sent to the old one: change the number in their bills.`,
  /** Stands in the chat below what was written, where WhatsApp does not say by whom. */
  numberHidden:
    'WhatsApp hides the number of whoever wrote this, and the gateway does not know it. See who it is on the phone, and answer there.',
  /** Why a broadcast waits, where WhatsApp gives no reason. */
  templateStates: {
    rejected: 'the template was rejected',
    paused: 'the template is paused',
    disabled: 'the template may not be used any more',
  },
  /** Why a sender is stopped whose linked phone is lost. */
  sessionLost: 'The linked phone is not connected to WhatsApp any more. Link it again',
} as const;

/** What stands in the chat in place of media that a parent sent. */
export const mediaWords = {
  coming: 'A file is being fetched …',
  notFetched: 'This file could not be fetched from WhatsApp. Ask the parent to send it again.',
  tooLarge: (limit: string) => `This file is larger than ${limit} and was not kept.`,
  full: (used: number, limit: number) =>
    `This file was not kept: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask whoever runs Qasid for more room, and the parent to send it again.`,
  refused: 'This file is not what it claims to be, or of a kind that is not kept. It was thrown away.',
  broken: 'This picture could not be read. Ask the parent to send it again.',
} as const;
