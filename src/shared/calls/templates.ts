/** Templates: texts to send again, with an optional picture or video. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, ofSchool, version, versioned } from '../call.ts';
import { longestSendOn, longestTitle } from '../limits.ts';
import { toasts } from '../words/toasts.ts';
import { messageText, templateMedia } from './messages.ts';
import { required } from './required.ts';

const template = z.object({
  id,
  title: z.string(),
  message: z.string(),
  media: z.string(),
  sendOn: z.string().nullable(),
});
export type Template = z.infer<typeof template>;
const versionedTemplate = template.extend(versioned);
export type VersionedTemplate = z.infer<typeof versionedTemplate>;

/** Empty or null means no media, or no occasion. */
const details = z.object({
  title: required(longestTitle, toasts.errors.details),
  message: messageText,
  media: templateMedia,
  sendOn: z.string().trim().max(longestSendOn).nullish(),
});
export type TemplateDetails = z.infer<typeof details>;

export const listTemplates = defineCall({
  method: 'GET',
  path: '/MessageTemplate',
  access: 'view',
  campus: 'query',
  summary: 'Lists the campus’s templates. Only those with an empty `sendOn` are offered when sending.',
  query: ofCampus,
  answer: z.array(versionedTemplate),
});

export const addTemplate = defineCall({
  method: 'POST',
  path: '/MessageTemplate',
  access: 'add',
  campus: 'query',
  summary: 'Adds a template. An unknown placeholder is refused.',
  query: ofCampus,
  body: details,
  answer: versionedTemplate,
});

export const updateTemplate = defineCall({
  method: 'PUT',
  path: '/MessageTemplate/:id',
  access: 'edit',
  campus: 'body',
  summary: 'Updates a template. Omitted media and `sendOn` stay unchanged.',
  params: idInPath,
  query: ofSchool,
  body: details.extend({ version }),
  echoed: ['id'],
  answer: versionedTemplate,
});

export const removeTemplate = defineCall({
  method: 'DELETE',
  path: '/MessageTemplate/:id',
  access: 'delete',
  campus: 'body',
  summary: 'Deletes a template. Messages that were sent with it stay unchanged.',
  params: idInPath,
  query: ofSchool,
  answer: null,
});
