import { z } from 'zod';
import { defineCall, ofSchool } from '../call.ts';
import { messageStates } from '../message-states.ts';

/** The spec's chat log item, with the state of what we sent. */
export const chatItem = z.object({
  id: z.string(),
  message: z.string(),
  media: z.string(),
  audio: z.string(),
  date: z.string(),
  fromAdmin: z.boolean(),
  status: z.enum(messageStates).nullable(),
  reason: z.string().nullable(),
});
export type ChatItem = z.infer<typeof chatItem>;

export const loadChat = defineCall({
  method: 'GET',
  path: '/Chat/LoadChatAdmin',
  access: 'view',
  campus: 'body',
  summary: 'The conversation with one number, oldest first; without `cID`, in the session’s own campus.',
  query: ofSchool.extend({ number: z.string().trim().min(1).max(300) }),
  answer: z.array(chatItem),
});
