import { queryOptions } from '@tanstack/react-query';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { Template } from '#shared/calls/templates.ts';
import { keys } from '../../lib/keys.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';
import type { TemplateForm } from './rules.ts';

const reload = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.templates });

/** Adds the template, or changes the one of this id. */
export async function saveTemplate(id: number | undefined, body: TemplateForm): Promise<Template> {
  const saved =
    id === undefined
      ? await send('POST /MessageTemplate', { body })
      : await send('PUT /MessageTemplate/:id', { params: { id }, body });
  await reload();
  return saved;
}

export async function removeTemplate(id: number): Promise<void> {
  await send('DELETE /MessageTemplate/:id', { params: { id } });
  await reload();
}

const samples = 20;

/** The first bills of the newest billing that has any, for a preview with real values. */
export function sampleBillsQuery(groups: readonly GroupSummary[]) {
  const group = groups.find(({ bills }) => bills > 0);
  return queryOptions({
    queryKey: [...keys.bills(group?.id ?? 0), 'samples'],
    queryFn: async ({ signal }) => {
      const params = { id: group?.id ?? 0 };
      const page = await send('GET /Groups/:id/Contacts', { params, query: { take: samples } }, signal);
      return page.items;
    },
    enabled: group !== undefined,
  });
}
