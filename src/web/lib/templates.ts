/** The campus's templates, for whoever offers them. */
import { queryOptions } from '@tanstack/react-query';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from './keys.ts';
import { send } from './send.ts';

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => send('GET /MessageTemplate', {}, signal),
});

/** The spec offers only templates without an occasion to be sent on. */
export const isOffered = ({ sendOn }: Pick<Template, 'sendOn'>): boolean => !sendOn;
