/** The WhatsApp number of a campus: an administrator sets its pace, and a stopped number is reported. */
import type { Page } from '@playwright/test';
import { noPace, type PaceSettings, type SenderAnswer } from '#shared/calls/senders.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { allRights } from '#shared/people/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { paceWords, senderWords, standstillWords } from '#shared/words/whatsapp-number.ts';
import { type Clerk, expect, test } from './spec/desk.ts';

const meaningOf = (page: Page) => page.getByTestId('pace-meaning');
const gap = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const paceOf = async (clerk: Clerk): Promise<PaceSettings> =>
  (await clerk.ask<SenderAnswer>('GET', '/Sender')).pace;

test('The pace is set, described in words, and a wrong value is refused at its field.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  await page.goto('/outbox');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: settingsWords.parts.pace }).click();
  await expect(meaningOf(page)).toContainText(senderWords.goesAtOnce);
  await expect(button(page, 'Save')).toHaveCount(0);
  await gap(page, senderWords.gaps.usual.label).check();
  await expect(meaningOf(page)).toContainText('At this pace 500 messages take about 1 hour 11 minutes.');

  await gap(page, senderWords.gaps.own.label).check();
  await field(page, senderWords.gapFrom).fill('many');
  await button(page, 'Save').click();
  await expect(page.getByText(senderWords.whole(0, 3600))).toBeVisible();
  await expect(field(page, senderWords.gapFrom)).toBeFocused();
  // Errors that concern several fields come from the server.
  await field(page, senderWords.gapFrom).fill('9');
  await field(page, senderWords.gapTo).fill('3');
  await button(page, 'Save').click();
  await expect(page.getByText(paceWords.gapShape)).toBeVisible();
  await expect(field(page, senderWords.gapTo)).toBeFocused();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('400')]);

  await field(page, senderWords.gapTo).fill('30');
  await page.getByRole('switch', { name: senderWords.perMinute }).check();
  await field(page, senderWords.perMinuteField).fill('3');
  await page.getByRole('switch', { name: senderWords.rest }).check();
  await page.getByRole('switch', { name: senderWords.newPerDay }).check();
  await page.getByRole('switch', { name: senderWords.pair }).check();
  await page.getByRole('switch', { name: senderWords.quietHours }).check();
  await page.getByRole('checkbox', { name: 'Sunday' }).check();
  await expect(meaningOf(page)).toContainText('Nothing is sent between 21:00 and 08:00.');
  await expect(meaningOf(page)).toContainText('Nothing is sent on Sunday.');
  await button(page, 'Save').click();
  await expect(page.getByText(senderWords.saved)).toBeVisible();
  await expect(button(page, 'Save')).toHaveCount(0);
  expect(await paceOf(clerk)).toEqual({
    perMinute: 3,
    gap: { from: 9, to: 30 },
    rest: { every: 50, seconds: 120 },
    newPerDay: 250,
    pairSeconds: 6,
    quiet: { from: '21:00', to: '08:00' },
    quietDays: [0],
  });
  await page.reload();
  await expect(field(page, senderWords.perMinuteField)).toHaveValue('3');
  await expect(page.getByText('0 today so far.')).toBeVisible();

  // A colleague's change appears at once while nothing is edited.
  await clerk.ask('PUT', '/Sender/Pace', noPace);
  await expect(gap(page, senderWords.gaps.none.label)).toBeChecked();
  await expect(meaningOf(page)).toHaveText(`${senderWords.meaning}${senderWords.goesAtOnce}`);
});

test('Unsaved pace settings are not lost without a question.', async ({ page, clerk }) => {
  await page.goto('/settings?part=pace');
  await gap(page, senderWords.gaps.usual.label).check();
  await expect(page.getByText(settingsWords.unsaved([senderWords.gap]))).toBeVisible();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(gap(page, senderWords.gaps.usual.label)).toBeChecked();
  // A colleague's change does not replace unsaved settings.
  await clerk.ask('PUT', '/Sender/Pace', { ...noPace, perMinute: 7 });
  await expect(gap(page, senderWords.gaps.usual.label)).toBeChecked();
  await button(page, commonWords.undo).click();
  await expect(field(page, senderWords.perMinuteField)).toHaveValue('7');
  await gap(page, senderWords.gaps.usual.label).check();
  await page.getByRole('link', { name: /^Messages/ }).click();
  await page.getByRole('button', { name: 'Yes, leave it!' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  expect((await paceOf(clerk)).gap).toBeNull();
});

test('A person without the admin right can read the pace and not change it.', async ({ page, as }) => {
  await as({ ...allRights, admin: false });
  await page.goto('/outbox');
  await expect(page.getByRole('link', { name: /^Messages/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'WhatsApp number' })).toHaveCount(0);
  await page.goto('/whatsapp-number');
  await expect(page.getByText(senderWords.readOnly)).toBeVisible();
  await expect(gap(page, senderWords.gaps.none.label)).toBeDisabled();
  await expect(page.getByRole('switch', { name: senderWords.perMinute })).toBeDisabled();
  await expect(button(page, 'Save')).toHaveCount(0);
});

test('A stopped number is reported on every page until somebody resumes it.', async ({
  page,
  clerk,
  beside,
}) => {
  await beside
    .updateTable('sender')
    .set({ stoppedAt: '2026-11-20T09:00:00.000Z', stopReason: makeReason('newToken') })
    .where('campusID', '=', clerk.campusID)
    .execute();
  const alert = page.getByTestId('outbox-alert');
  for (const address of ['/send-messages', '/students', '/demo-phone']) {
    await page.goto(address);
    await expect(alert).toContainText(standstillWords.stopped(sayReason(makeReason('newToken'))));
  }
  await alert.getByRole('link', { name: 'Open the outbox' }).click();
  await expect(page.getByRole('heading', { name: 'Outbox' })).toBeVisible();
  await expect(alert.getByRole('link')).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: settingsWords.parts.number }).click();
  const message = senderWords.stopped('20 Nov 2026, 14:00', sayReason(makeReason('newToken')));
  await expect(page.getByText(message)).toBeVisible();
  await button(page, senderWords.resume).click();
  await expect(page.getByText(senderWords.resumed)).toBeVisible();
  await expect(page.getByText(message)).toHaveCount(0);
  await expect(alert).toBeEmpty();
});
