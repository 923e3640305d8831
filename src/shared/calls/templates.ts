import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';

export const template = z.object({
  id,
  title: z.string(),
  message: z.string(),
  media: z.string(),
  sendOn: z.string().nullable(),
});
export type Template = z.infer<typeof template>;

export const listTemplates = defineCall({
  method: 'GET',
  path: '/MessageTemplate',
  access: 'view',
  campus: 'query',
  summary: 'The campus’s templates; only those with an empty `sendOn` are offered when sending.',
  query: ofCampus,
  answer: z.array(template),
});
