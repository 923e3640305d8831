/** A copy of the data sends nothing. A person decides in the outbox, and every page says so. */
import type { Page } from '@playwright/test';
import { noMessages } from '#shared/messages/message-states.ts';
import { copyWords } from '#shared/words/outbox.ts';
import { expect, test } from './spec/desk.ts';

/** Answers as the server does in a copy until a person has decided. */
async function answerAsCopy(page: Page, waiting: number): Promise<string[]> {
  const decisions: string[] = [];
  const copy = { at: '2026-11-05T05:02:00.000Z', why: 'backup' as const, waiting };
  await page.route('**/api/Outbox/Count?*', async (route) => {
    const alert = copyWords.alert(copy, 'Asia/Karachi');
    const held = { pending: waiting, undecided: 0, alert, copy };
    await route.fulfill({ json: decisions.length > 0 ? { ...held, alert: null, copy: null } : held });
  });
  await page.route('**/api/Outbox/DecideCopy?*', async (route) => {
    const { waiting: decision } = route.request().postDataJSON();
    decisions.push(decision);
    const at = decision === 'takeBack' ? '2026-11-05T06:00:00.000Z' : null;
    await route.fulfill({ json: { changed: waiting, at } });
  });
  const counts = { ...noMessages(), pending: waiting };
  const details = { text: 'Fee due', template: null, by: 'admin', createdAt: '2026-11-05T05:00:00.000Z' };
  const begun = { paused: false, startAt: null, startedAt: null, notice: null, noticeCode: null };
  const recipients = { groupIDs: [], audience: 'all', classes: null, isPerFamily: true, failures: 0 };
  const run = { broadcastID: 1, total: waiting, counts, ...recipients, ...details, ...begun };
  await page.route('**/api/Outbox/Runs?*', (route) => route.fulfill({ json: waiting > 0 ? [run] : [] }));
  return decisions;
}

const choice = (page: Page) => page.getByTestId('copy-choice');

test('In a copy of the data, the waiting messages are taken back with one press.', { tag: '@proof' }, async ({
  page,
  clerk: _clerk,
}) => {
  const decisions = await answerAsCopy(page, 1350);
  await page.goto('/send-messages');
  const alert = page.getByTestId('outbox-alert');
  await expect(alert).toContainText('Nothing is sent: these data are from a backup of 5 Nov 2026');
  await expect(alert).toContainText('1,350 messages wait in it');
  await alert.getByRole('link').click();
  const run = page.getByTestId('run-bar');
  await expect(run).toContainText(copyWords.held);
  await expect(run.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await choice(page).getByRole('button', { name: copyWords.takeBack }).click();
  await expect(page.getByText('1,350 messages were taken back.')).toBeVisible();
  await expect(choice(page)).toHaveCount(0);
  await expect(alert).toHaveText('');
  expect(decisions).toEqual(['takeBack']);
});

test('In a copy of the data, waiting messages are sent only after a confirmation.', async ({
  page,
  clerk: _clerk,
}) => {
  const decisions = await answerAsCopy(page, 2);
  await page.goto('/outbox');
  await choice(page).getByRole('button', { name: copyWords.send }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('families get them a second time');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(decisions).toEqual([]);
  await choice(page).getByRole('button', { name: copyWords.send }).click();
  await dialog.getByRole('button', { name: copyWords.sureSend }).click();
  await expect(page.getByText(copyWords.goesOn)).toBeVisible();
  expect(decisions).toEqual(['send']);
});

test('In a copy with several sends, the chosen sends are sent and the others are taken back.', async ({
  page,
  clerk: _clerk,
}) => {
  const decisions: unknown[] = [];
  await answerAsCopy(page, 1350);
  const createdAt = '2026-11-05T05:00:00.000Z';
  const runs = [
    { broadcastID: 8, text: 'School is closed tomorrow.', createdAt, waiting: 150 },
    { broadcastID: 7, text: 'The fee of {{name}} is due.', createdAt, waiting: 1200 },
  ];
  await page.route('**/api/Outbox/Copy?*', (route) => route.fulfill({ json: runs }));
  page.on('request', (request) => {
    if (request.url().includes('/Outbox/DecideCopy')) decisions.push(request.postDataJSON());
  });
  await page.goto('/outbox');
  await choice(page).getByRole('button', { name: copyWords.oneByOne }).click();
  const closed = choice(page).getByRole('listitem').first();
  await expect(closed).toContainText('150 messages wait');
  await closed.getByRole('button', { name: copyWords.sentRun }).click();
  await choice(page).getByRole('button', { name: copyWords.decide, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Send 150 messages now?');
  await dialog.getByRole('button', { name: copyWords.sureSend }).click();
  await expect(choice(page)).toHaveCount(0);
  expect(decisions).toEqual([{ waiting: 'takeBack', runs: [{ broadcastID: 8, waiting: 'send' }] }]);
});

test('A copy without waiting messages only offers to continue.', async ({ page, clerk: _clerk }) => {
  const decisions = await answerAsCopy(page, 0);
  await page.goto('/outbox');
  await expect(choice(page).getByRole('button')).toHaveText([copyWords.goOn]);
  await choice(page).getByRole('button').click();
  await expect(choice(page)).toHaveCount(0);
  expect(decisions).toEqual(['send']);
});
