/** What is said of what WhatsApp or a gateway tells by calling, in English. */

import { inMegabytes } from './megabytes.ts';

export const webhookWords = {
  unsigned: 'This call is not signed as agreed.',
  notJson: 'The body is signed, but is not JSON.',
  /** Stands in the chat with the old number. */
  numberChanged: (to: string) =>
    `This family’s WhatsApp number is now ${to}. Nothing more is sent to the old one: change the number in their bills.`,
  /** Stands in the chat below what was written, where WhatsApp does not say by whom. */
  numberHidden:
    'WhatsApp hides the number of whoever wrote this, and the gateway does not know it. See who it is on the phone, and answer there.',
  /** The same where WhatsApp tells only a user id: the number behind it is told with what is sent to it. */
  numberUnknown:
    'WhatsApp hides the number of the parent who wrote this, so you cannot answer here. When the next message to their number has arrived, this chat moves to that number.',
} as const;

/** What stands in the chat in place of media that a parent sent. */
const kindWords = {
  picture: 'a picture',
  video: 'a video',
  audio: 'a voice message',
  document: 'a document',
} as const;

export const inboundMediaWords = {
  coming: 'A file is being fetched …',
  tooLarge: (kind: keyof typeof kindWords, limit: string) =>
    `Sent ${kindWords[kind]} larger than ${limit}, which was not kept. Ask for a smaller one.`,
  full: (used: number, limit: number) =>
    `This file was not kept: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask whoever runs Qasid for more room, and the parent to send it again.`,
  refused: 'This file is not what it claims to be, or of a kind that is not kept. It was thrown away.',
  broken: 'This picture could not be read. Ask the parent to send it again.',
} as const;
