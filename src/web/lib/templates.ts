/** The campus's templates, for screens that offer them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => send('GET /MessageTemplate', {}, signal),
});

/** The specification offers only templates that are not sent automatically on a day. */
export const isOffered = ({ sendOn }: Pick<Template, 'sendOn'>): boolean => !sendOn;

/** A message that a person is writing, and the template with which it was begun. */
export type BegunMessage = { templateID: number | null; message: string; media: string };

/** Whether the message still equals the template. Only then can it be sent with the approval of the template. */
export const isUnchanged = (begun: BegunMessage, template: Template): boolean =>
  begun.message === template.message && begun.media === template.media;

/** The template id for a call. Undefined if the person has changed the text. */
export const templateIDOf = (begun: BegunMessage, templates: readonly Template[]): number | undefined =>
  templates.find((one) => one.id === begun.templateID && isUnchanged(begun, one))?.id;

export function useTemplateID(begun: BegunMessage): number | undefined {
  const { data } = useQuery(templatesQuery);
  return templateIDOf(begun, data ?? []);
}
