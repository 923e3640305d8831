/** Cancelled messages can be put back, even when the toast about them is gone. */
import type { Page } from '@playwright/test';
import { addDays, dayIn } from '#shared/time/dates.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { addBilling, type Clerk, expect, test } from './spec/desk.ts';

/** A message for tomorrow, so that all of it waits. */
async function schedule(clerk: Clerk, bills: number): Promise<number> {
  const billing = await addBilling(clerk, { bills });
  const sendAt = `${addDays(dayIn('Asia/Karachi', new Date()), 1)}T09:00`;
  const text = { media: '', message: 'Tomorrow: {{name}}', contacts: '', whatsapp: true, userID: '', sendAt };
  return (
    await clerk.ask<{ broadcastID: number }>('POST', '/Chat/SendWhatsAppGroup', {
      ...text,
      groupIDs: [billing],
    })
  ).broadcastID;
}

const lines = (page: Page) => page.getByTestId('put-back').locator('p');
const putBack = { name: outboxWords.putBack };

test('Cancelled messages are restored after a reload, and a colleague sees it.', async ({ page, clerk }) => {
  const run = await schedule(clerk, 3);
  await page.goto(`/outbox?run=${run}`);
  const colleague = await page.context().newPage();
  await colleague.goto('/outbox');
  await expect(colleague.getByTestId('outbox-row')).toHaveCount(3);
  await expect(lines(colleague)).toHaveCount(0);

  const bar = page.getByTestId('run-bar');
  const heading = page.getByRole('heading', { level: 2 }).first();
  const before = await heading.boundingBox();
  await bar.getByRole('button', { name: 'Cancel' }).click();
  await expect(lines(page)).toContainText(/^3 messages were cancelled at \d\d:\d\d\./);
  // The line and the toast move nothing that may be clicked next.
  expect(await heading.boundingBox()).toEqual(before);
  await expect(lines(colleague)).toContainText('3 messages were cancelled at');
  // A send that never began does not say "sent".
  await expect(bar).toContainText('Cancelled');
  await expect(bar).toContainText('0 of 3 sent · 3 cancelled');

  await page.reload();
  await lines(page).getByRole('button', putBack).click();
  await expect(page.getByText('3 messages are waiting again.')).toBeVisible();
  await expect(lines(page)).toHaveCount(0);
  await expect(lines(colleague)).toHaveCount(0);
  await expect(bar).toContainText('Begins');
});

test('Each cancellation has a line with "put back", which disappears after ten minutes.', async ({
  page,
  clerk,
}) => {
  await page.clock.install();
  await schedule(clerk, 2);
  const run = await schedule(clerk, 1);
  await clerk.ask('POST', '/Outbox/Cancel', { broadcastID: run });
  await clerk.ask('POST', '/Chat/ClearOutBox');
  // Answers as a server does shortly before the ten minutes are over.
  let left = 20_000;
  await page.route('**/api/Outbox/Cancelled?**', async (route) => {
    const response = await route.fetch();
    const [, first] = (await response.json()) as { left: number }[];
    await route.fulfill({ response, json: left > 0 ? [{ ...first, left }] : [] });
  });
  await page.goto('/outbox');
  await expect(lines(page)).toHaveCount(1);
  await expect(lines(page)).toContainText('1 message was cancelled at');
  left = 0;
  await page.clock.runFor(22_000);
  await expect(lines(page)).toHaveCount(0);
  await page.unroute('**/api/Outbox/Cancelled?**');
  await page.reload();
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toContainText('2 messages were cancelled at');
});
