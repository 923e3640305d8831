import type { FeeHead } from '#shared/calls/fee-heads.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const setFeeHeadClass = (body: Pick<FeeHead, 'name' | 'class'>) =>
  sendWrite('PUT /FeeHeads', { body });
