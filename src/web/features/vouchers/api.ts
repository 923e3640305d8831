import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#shared/calls/all.ts';
import type { SeenVoucher, VoucherJob } from '#shared/calls/vouchers.ts';
import type { VoucherSettings } from '#shared/money/voucher-settings.ts';
import { queryClient } from '../../lib/query-client.ts';
import { keys } from '../../lib/query-keys.ts';
import { type FetchedFile, fetchFile, send } from '../../lib/send.ts';
import { reloadAfter } from '../../lib/send-write.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';

export async function saveVoucherSettings(body: VoucherSettings): Promise<void> {
  const saved = await send('PUT /Vouchers/Settings', { body });
  queryClient.setQueryData(voucherSettingsQuery.queryKey, saved);
}

/** A sample voucher that uses settings which are not saved yet. */
export const sampleQuery = (tried: VoucherSettings) =>
  queryOptions({
    queryKey: [...keys.voucherSettings, 'sample', tried],
    queryFn: ({ signal }) => send('POST /Vouchers/Sample', { body: tried }, signal),
    gcTime: 60_000,
  });

export const previewQuery = (billID: number) =>
  queryOptions({
    queryKey: [...keys.payments, 'voucher', billID],
    queryFn: ({ signal }) => send('GET /Vouchers/:id/Preview', { params: { id: billID } }, signal),
  });

export async function renewVoucher(
  id: number,
  body: InputOf<'POST /Vouchers/:id/Renew'>['body'],
): Promise<SeenVoucher> {
  const voucher = await send('POST /Vouchers/:id/Renew', { params: { id }, body });
  queryClient.setQueryData(previewQuery(id).queryKey, voucher);
  void reloadAfter('POST /Vouchers/:id/Renew');
  return voucher;
}

/** The vouchers to print: of some bills, of a family, or of a billing. */
export type PrintRequest = InputOf<'POST /Vouchers/Print'>['body'];

export async function beginPrint(body: PrintRequest): Promise<VoucherJob> {
  return (await send('POST /Vouchers/Print', { body })).job;
}

export async function cancelPrint(id: number): Promise<VoucherJob> {
  return (await send('POST /Vouchers/Jobs/:id/Cancel', { params: { id } })).job;
}

/** Milliseconds between two requests for the progress. */
const progressInterval = 500;

/** The progress of a job that makes a file of vouchers. */
export const jobQuery = (job: VoucherJob) =>
  queryOptions({
    queryKey: [...keys.payments, 'voucher job', job.id],
    queryFn: async ({ signal }) =>
      (await send('GET /Vouchers/Jobs/:id', { params: { id: job.id } }, signal)).job,
    initialData: job,
    refetchInterval: ({ state }) => (state.data?.state === 'working' ? progressInterval : false),
    refetchOnMount: false,
  });

/** Loads the file of a job. From now on its vouchers count as printed, so the next prints of them are duplicates. */
export async function fetchVouchers(id: number): Promise<FetchedFile> {
  const file = await fetchFile('GET /Vouchers/Jobs/:id/File', { params: { id } });
  void reloadAfter('POST /Vouchers/Print');
  return file;
}
