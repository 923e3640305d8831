/** Quick answers: short texts of the campus to answer chats with. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, version, versioned } from '../call.ts';
import { longestSnippetTitle } from '../limits.ts';
import { toasts } from '../words/toasts.ts';
import { messageText } from './messages.ts';
import { required } from './required.ts';

const snippet = z.object({ id, title: z.string(), message: z.string() });
export type Snippet = z.infer<typeof snippet>;
const versionedSnippet = snippet.extend(versioned);
export type VersionedSnippet = z.infer<typeof versionedSnippet>;

const details = z.object({
  title: required(longestSnippetTitle, toasts.errors.details),
  message: messageText,
});
export type SnippetDetails = z.infer<typeof details>;

export const listSnippets = defineCall({
  method: 'GET',
  path: '/Snippets',
  access: 'view',
  campus: 'query',
  summary: 'Lists the quick answers of the campus in the order in which they were made.',
  query: ofCampus,
  answer: z.array(versionedSnippet),
});

export const addSnippet = defineCall({
  method: 'POST',
  path: '/Snippets',
  access: 'add',
  campus: 'query',
  summary: 'Adds a quick answer. An unknown placeholder is refused.',
  query: ofCampus,
  body: details,
  answer: versionedSnippet,
});

export const updateSnippet = defineCall({
  method: 'PUT',
  path: '/Snippets/:id',
  access: 'edit',
  campus: 'query',
  summary: 'Changes a quick answer.',
  params: idInPath,
  query: ofCampus,
  body: details.extend({ version }),
  answer: versionedSnippet,
});

export const removeSnippet = defineCall({
  method: 'DELETE',
  path: '/Snippets/:id',
  access: 'delete',
  campus: 'query',
  summary: 'Deletes a quick answer. Messages that were sent with it stay unchanged.',
  params: idInPath,
  query: ofCampus,
  answer: null,
});
