/** The age of the last good backup, a new backup, a second folder, and the banner about an old backup. */
import type { Page } from '@playwright/test';
import type { BackupsAnswer } from '#shared/calls/backups.ts';
import { backupBannerWords, backupWords, sayDamaged } from '#shared/words/installation.ts';
import { expect, test } from './spec/desk.ts';

const shown: BackupsAnswer = {
  lastAt: '2026-11-05T21:00:00.000Z',
  isOld: true,
  isOff: false,
  isAtWork: false,
  folder: '/var/lib/qasid/backups',
  tried: { at: '2026-11-05T21:00:00.000Z', error: null, damaged: null },
  list: [
    {
      name: '2026-11-05T21-00-00',
      madeAt: '2026-11-05T21:00:00.000Z',
      why: 'nightly',
      bytes: 187_000_000,
      holds: { bills: 48_120, students: 4012, messages: 301_455, files: 0 },
      isBeforeFall: true,
    },
  ],
  second: null,
  mayChange: true,
};

/** Answers as a server whose last backup is old. A new backup is running at the first look after the press. */
async function answerBackups(page: Page, change: Partial<BackupsAnswer> = {}) {
  let now = { ...shown, ...change };
  await page.route('**/api/Backups/Age?*', (route) =>
    route.fulfill({ json: { lastAt: now.lastAt, isOld: now.isOld } }),
  );
  await page.route('**/api/Backups?*', async (route) => {
    await route.fulfill({ json: now });
    if (now.isAtWork) now = { ...now, isAtWork: false, isOld: false, lastAt: new Date().toISOString() };
  });
  await page.route('**/api/Backups/Make?*', async (route) => {
    now = { ...now, isAtWork: true };
    await route.fulfill({ json: { isAtWork: true } });
  });
  await page.route('**/api/Backups/Folder?*', async (route) => {
    const { folder } = route.request().postDataJSON();
    now = { ...now, second: folder === '' ? null : { folder, lastAt: null, error: null } };
    await route.fulfill({ json: { folder, isSameDisk: true, free: folder === '' ? null : 64_000_000_000 } });
  });
}

test('A banner on every page warns of an old backup, links to the backups and disappears after a new backup.', {
  tag: '@proof',
}, async ({ page, clerk: _clerk }) => {
  await answerBackups(page);
  await page.goto('/send-messages');
  const strip = page.getByTestId('backup-banner');
  await expect(strip).toContainText('The last good backup was made on 6 Nov 2026, 02:00.');
  await strip.getByRole('link', { name: backupBannerWords.toBackups }).click();
  await expect(page.getByRole('heading', { name: backupWords.title, exact: true })).toBeVisible();
  await expect(page.getByText('48,120 bills, 4,012 students, 301,455 messages, 0 files')).toBeVisible();
  await expect(page.getByText(backupWords.beforeFall)).toBeVisible();
  await page.getByRole('button', { name: backupWords.make }).click();
  await expect(page.getByText(backupWords.made)).toBeVisible();
  await expect(page.getByText('just now')).toBeVisible();
  await page.goto('/outbox');
  await expect(strip).toHaveText('');
});

test('The page of backups names the uploads that the last backup has found damaged.', async ({
  page,
  clerk: _clerk,
}) => {
  const damaged = sayDamaged([{ name: `1-${'a'.repeat(24)}.jpg`, isKept: false }]);
  await answerBackups(page, { tried: { at: '2026-11-05T21:00:00.000Z', error: null, damaged } });
  await page.goto('/settings/backups');
  await expect(page.getByRole('region', { name: backupWords.last })).toContainText(damaged);
});

test('A second backup folder is tested before it is saved, and can be removed again.', async ({
  page,
  clerk: _clerk,
}) => {
  await answerBackups(page);
  await page.goto('/settings/backups');
  const part = page.getByRole('region', { name: backupWords.second });
  await part.getByLabel(backupWords.secondField).fill('/media/stick/backups');
  await part.getByRole('button', { name: backupWords.test }).click();
  await expect(part).toContainText('Qasid can write there.');
  await expect(part).toContainText(backupWords.sameDisk);
  await expect(part).toContainText(backupWords.secondNever);
  await part.getByRole('button', { name: backupWords.remove }).click();
  await expect(page.getByText(backupWords.removed)).toBeVisible();
  await expect(part.getByLabel(backupWords.secondField)).toHaveValue('');
});
