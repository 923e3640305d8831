import type { FeeHead } from '#shared/calls/fee-heads.ts';
import { feeHeadsQuery } from '../../lib/fee-heads-query.ts';
import { queryClient } from '../../lib/query-client.ts';
import { send } from '../../lib/send.ts';

export async function setFeeHeadClass(body: Pick<FeeHead, 'name' | 'class'>): Promise<void> {
  await send('PUT /FeeHeads', { body });
  await queryClient.invalidateQueries({ queryKey: feeHeadsQuery.queryKey });
}
