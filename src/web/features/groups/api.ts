import { queryOptions } from '@tanstack/react-query';
import type { Group, GroupSummary } from '#shared/calls/groups.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import type { DeletedMoney } from '../../lib/remove-with-money.ts';
import { send } from '../../lib/send.ts';

export const groupsQuery = queryOptions({
  queryKey: keys.groups,
  queryFn: ({ signal }) => send('GET /Groups', {}, signal),
});

export const reloadGroups = (): Promise<void> => queryClient.invalidateQueries({ queryKey: keys.groups });

export type GroupDetails = Pick<Group, 'name' | 'month' | 'year' | 'description'> & {
  avatar?: string | null;
};

export async function updateGroup({ id, version }: GroupSummary, details: GroupDetails): Promise<void> {
  await send('PUT /Groups/:id', { params: { id }, body: { ...details, version } });
  await reloadGroups();
}

export async function removeGroup(id: number, money: DeletedMoney): Promise<void> {
  await send('DELETE /Groups/Remove', { query: { id, ...(money && { money }) } });
  queryClient.removeQueries({ queryKey: keys.bills(id) });
  await reloadGroups();
}
