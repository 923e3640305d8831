/** Texts about webhooks of WhatsApp or a gateway, in English. */

import { inMegabytes } from './megabytes.ts';

export const webhookWords = {
  unsigned: 'This call is not signed as agreed.',
  notJson: 'The body is signed, but is not JSON.',
  /** Shown in the chat with the old number. */
  numberChanged: (to: string) =>
    `This family’s WhatsApp number is now ${to}. Nothing more is sent to the old one: change the number in their bills.`,
  /** Shown in the chat below a message whose sender's number WhatsApp hides. */
  numberHidden:
    'WhatsApp hides the number of whoever wrote this, and the gateway does not know it. See who it is on the phone, and answer there.',
  /** The same for a sender with only a user id. A later receipt of a message to the number reveals who it is. */
  numberUnknown:
    'WhatsApp hides the number of the parent who wrote this, so you cannot answer here. When the next message to their number has arrived, this chat moves to that number.',
} as const;

const kindWords = {
  picture: 'a picture',
  video: 'a video',
  audio: 'a voice message',
  document: 'a document',
} as const;

/** Shown in the chat instead of a parent's media. */
export const inboundMediaWords = {
  coming: 'A file is being fetched …',
  tooLarge: (kind: keyof typeof kindWords, limit: string) =>
    `Sent ${kindWords[kind]} larger than ${limit}, which was not kept. Ask for a smaller one.`,
  full: (used: number, limit: number) =>
    `This file was not kept: the files of this campus take ${inMegabytes(used)} of ${inMegabytes(limit)}. Ask whoever runs Qasid for more room, and the parent to send it again.`,
  refused: 'This file is not what it claims to be, or of a kind that is not kept. It was thrown away.',
  broken: 'This picture could not be read. Ask the parent to send it again.',
} as const;
