/** The campus's templates, for whoever offers them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => send('GET /MessageTemplate', {}, signal),
});

/** The spec offers only templates without an occasion to be sent on. */
export const isOffered = ({ sendOn }: Pick<Template, 'sendOn'>): boolean => !sendOn;

/** What is written, and the template it was begun with. */
export type Begun = { templateID: number | null; message: string; media: string };

/** Whether the text is still the template's own: only so it can go by the template. */
export const isUnchanged = (begun: Begun, template: Template): boolean =>
  begun.message === template.message && begun.media === template.media;

/** As the calls take it: undefined for a text of one's own. */
export const templateIDOf = (begun: Begun, templates: readonly Template[]): number | undefined =>
  templates.find((one) => one.id === begun.templateID && isUnchanged(begun, one))?.id;

export function useTemplateID(begun: Begun): number | undefined {
  const { data } = useQuery(templatesQuery);
  return templateIDOf(begun, data ?? []);
}
