import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import type { VersionedTemplate } from '#shared/calls/templates.ts';
import { keys } from '../../lib/query-keys.ts';
import { send } from '../../lib/send.ts';
import { sendWrite } from '../../lib/send-write.ts';
import type { TemplateForm } from './rules.ts';

/** Changes the template `stored`. If `stored` is undefined, adds a new template. */
export async function saveTemplate(
  stored: VersionedTemplate | undefined,
  body: TemplateForm,
): Promise<VersionedTemplate> {
  if (stored === undefined) return sendWrite('POST /MessageTemplate', { body });
  const { id, version } = stored;
  return sendWrite('PUT /MessageTemplate/:id', { params: { id }, body: { ...body, version } });
}

export const removeTemplate = (id: number) => sendWrite('DELETE /MessageTemplate/:id', { params: { id } });

export type Submission = Required<InputOf<'POST /MessageTemplate/:id/Submit'>['body']>;

/** Submits the stored template to WhatsApp. */
export const submitTemplate = (id: number, body: Submission) =>
  sendWrite('POST /MessageTemplate/:id/Submit', { params: { id }, body });

/** Loads the approval states from WhatsApp. Returns how many templates have a new state. */
export async function syncTemplates(): Promise<number> {
  const { changed } = await sendWrite('POST /MessageTemplate/Sync', {});
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
