import { queryOptions } from '@tanstack/react-query';
import type { Group, GroupSummary } from '#shared/calls/groups.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import type { DeletedMoney } from '../../lib/remove-with-money.ts';
import { send } from '../../lib/send.ts';
import { reloadAfter, sendWrite } from '../../lib/send-write.ts';

export const groupsQuery = queryOptions({
  queryKey: keys.groups,
  queryFn: ({ signal }) => send('GET /Groups', {}, signal),
});

export type GroupDetails = Pick<Group, 'name' | 'month' | 'year' | 'description'> & {
  avatar?: string | null;
};

export const updateGroup = ({ id, version }: GroupSummary, details: GroupDetails) =>
  sendWrite('PUT /Groups/:id', { params: { id }, body: { ...details, version } });

export async function removeGroup(id: number, money: DeletedMoney): Promise<void> {
  await send('DELETE /Groups/Remove', { query: { id, ...(money && { money }) } });
  queryClient.removeQueries({ queryKey: keys.bills(id) });
  await reloadAfter('DELETE /Groups/Remove');
}
