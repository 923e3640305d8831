/** The settings of a campus for vouchers and receipts. */
import { toPaisa, toRupees } from '#shared/money/money.ts';
import {
  usualVoucherSettings,
  type VoucherCopy,
  type VoucherSettings,
  voucherCopies,
} from '#shared/money/voucher-settings.ts';
import { changesBetween } from '#shared/trail.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../platform/db/store.ts';
import { readUpload } from '../../platform/files/files.ts';
import { recordChange } from '../../trail/trail.ts';
import { findLooks, findSetting, putSetting, type SettingRow } from './settings-queries.ts';

const toSettings = ({ copies, sorting: order, renewFine, ...row }: SettingRow): VoucherSettings => ({
  ...row,
  copies: copies.split(',') as VoucherCopy[],
  order,
  renewFine: toRupees(renewFine),
});

const toRow = ({ copies, order: sorting, renewFine, ...settings }: VoucherSettings): SettingRow => ({
  ...settings,
  copies: voucherCopies.filter((copy) => copies.includes(copy)).join(','),
  sorting,
  renewFine: toPaisa(renewFine),
});

export async function showSettings(scope: Scope): Promise<VoucherSettings> {
  const row = await findSetting(scope);
  return row ? toSettings(row) : usualVoucherSettings;
}

export async function saveSettings(
  scope: Scope,
  deps: Pick<Deps, 'now' | 'bus'>,
  settings: VoucherSettings,
): Promise<VoucherSettings> {
  const saved = await inTransaction(scope, async (scope) => {
    const before = toRow(await showSettings(scope));
    const row = toRow(settings);
    await putSetting(scope, row);
    const about = { kind: 'voucher' } as const;
    const changes = changesBetween(before, row);
    await recordChange(scope, {
      what: 'voucherSettingsChanged',
      at: deps.now().toISOString(),
      about,
      changes,
    });
    return toSettings(row);
  });
  deps.bus.publish(scope.campusID, { what: 'payments' });
  return saved;
}

export type Looks = { currency: string; logo: Buffer | undefined };

/**
 * The currency and the logo for papers. Only an uploaded logo is used; a logo that is only a link is not downloaded.
 */
export async function showLooks(scope: Scope, { config }: Pick<Deps, 'config'>): Promise<Looks> {
  const { currency, logo } = await findLooks(scope);
  const file = logo === null ? undefined : await readUpload(config.uploadsDir, logo);
  return { currency, logo: file?.type.startsWith('image/') ? file.bytes : undefined };
}
