import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import type { TemplateForm } from './rules.ts';

const reload = (): Promise<unknown> =>
  Promise.all(
    [keys.templates, keys.approvals].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

/** Changes the template `stored`. If `stored` is undefined, adds a new template. */
export async function saveTemplate(
  stored: VersionedTemplate | undefined,
  body: TemplateForm,
): Promise<VersionedTemplate> {
  const saved =
    stored === undefined
      ? await send('POST /MessageTemplate', { body })
      : await send('PUT /MessageTemplate/:id', {
          params: { id: stored.id },
          body: { ...body, version: stored.version },
        });
  await reload();
  return saved;
}

export async function removeTemplate(id: number): Promise<void> {
  await send('DELETE /MessageTemplate/:id', { params: { id } });
  await reload();
}

export type Submission = Required<InputOf<'POST /MessageTemplate/:id/Submit'>['body']>;

/** Submits the stored template to WhatsApp. */
export async function submitTemplate(id: number, body: Submission): Promise<void> {
  await send('POST /MessageTemplate/:id/Submit', { params: { id }, body });
  await reload();
}

/** Loads the approval states from WhatsApp. Returns how many templates have a new state. */
export async function syncTemplates(): Promise<number> {
  const { changed } = await send('POST /MessageTemplate/Sync', {});
  await reload();
  return changed;
}

const samples = 20;

/** The first bills of the newest billing that has bills. They give the preview real values. */
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
