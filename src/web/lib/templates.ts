/** The campus's templates, for screens that offer them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => send('GET /MessageTemplate', {}, signal),
});

/** The spec offers only templates without an occasion. */
export const isOffered = ({ sendOn }: Pick<Template, 'sendOn'>): boolean => !sendOn;

/** A message being written, and the template it was begun with. */
export type Begun = { templateID: number | null; message: string; media: string };

/** Whether the text is still that of the template. Only then it can go by the template. */
export const isUnchanged = (begun: Begun, template: Template): boolean =>
  begun.message === template.message && begun.media === template.media;

/** The template id for a call; undefined for an own text. */
export const templateIDOf = (begun: Begun, templates: readonly Template[]): number | undefined =>
  templates.find((one) => one.id === begun.templateID && isUnchanged(begun, one))?.id;

export function useTemplateID(begun: Begun): number | undefined {
  const { data } = useQuery(templatesQuery);
  return templateIDOf(begun, data ?? []);
}
