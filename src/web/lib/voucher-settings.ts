import { queryOptions } from '@tanstack/react-query';
import { keys } from './query-keys.ts';
import { send } from './send.ts';

/** The settings of vouchers and receipts. Several features use them. */
export const voucherSettingsQuery = queryOptions({
  queryKey: keys.voucherSettings,
  queryFn: ({ signal }) => send('GET /Vouchers/Settings', {}, signal),
});
