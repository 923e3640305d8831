/** What a person decides about messages: unknown outcomes, failures by reason, and held sends. */
import type { Page } from '@playwright/test';
import type { Message } from '#shared/calls/outbox.ts';
import type { MessageCounts } from '#shared/messages/message-states.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { attemptWords, fixWords, outboxWords, outcomeWords, receiptWords } from '#shared/words/outbox.ts';
import type { Db } from '../../src/server/platform/db/store.ts';
import { addBilling, type Clerk, expect, makeBill, test } from './spec/desk.ts';

const rows = (page: Page) => page.getByTestId('outbox-row');
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name });
const filters = (page: Page) => page.getByRole('group', { name: 'Show messages' });

type Listed = { items: Message[]; counts: MessageCounts };
const listOf = (clerk: Clerk): Promise<Listed> => clerk.ask('GET', '/Outbox');

/** Sends a message to each of these families and waits for the final states. Returns the billing. */
async function tellAll(clerk: Clerk, families: Record<string, string>): Promise<number> {
  const bills = Object.entries(families).map(([name, number]) => makeBill({ name, number }));
  const billing = await addBilling(clerk, { bills });
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', { message: 'Dear {{name}}', groupIDs: [billing] });
  const ended = async (): Promise<number> => {
    const { counts } = await listOf(clerk);
    return counts.read + counts.failed;
  };
  await expect.poll(ended, { timeout: 20_000 }).toBe(bills.length);
  return billing;
}

/** Makes the messages unknown, as after a power cut while they were being sent. */
const forget = (beside: Db, { campusID }: Clerk) =>
  beside
    .updateTable('message')
    .set({ status: 'unknown', reason: makeReason('mayHaveBeenSent') })
    .where('campusID', '=', campusID)
    .execute();

test('A message that may have been sent waits until a person leaves it or sends it again.', async ({
  page,
  clerk,
  beside,
}) => {
  await tellAll(clerk, { Ayesha: '0300-6100001', Bilal: '0300-6100002' });
  await forget(beside, clerk);
  await page.goto('/outbox');
  await expect(page.getByRole('link', { name: /wait for you to decide/ })).toBeVisible();
  await filters(page).getByRole('button', { name: 'May have been sent 2 2 to decide' }).click();
  await expect(rowOf(page, 'Ayesha')).toContainText('The computer stopped while it was on its way');

  await page.getByRole('button', { name: outboxWords.leaveNamed('Ayesha') }).click();
  await expect(page.getByText(outboxWords.left)).toBeVisible();
  await expect(rowOf(page, 'Ayesha')).toContainText(outboxWords.isLeft);
  await expect(page.getByRole('button', { name: outboxWords.retryUnknownNamed('Ayesha') })).toHaveCount(0);
  await expect(filters(page).getByRole('button', { name: 'May have been sent 2 1 to decide' })).toBeVisible();

  await page.getByRole('button', { name: outboxWords.retryUnknownNamed('Bilal') }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(outboxWords.retryUnknownText);
  await question.getByRole('button', { name: outboxWords.retryUnknownConfirm }).click();
  await expect(page.getByText(outboxWords.retried(1))).toBeVisible();
  await page.goto('/outbox');
  await expect(rowOf(page, 'Bilal')).toContainText('Read');
  await expect(rowOf(page, 'Bilal')).toContainText('2 tries');
  await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible();

  await page.getByRole('button', { name: attemptWords.open('Bilal') }).click();
  const message = page.getByRole('dialog', { name: attemptWords.title('Bilal') });
  await expect(message).toContainText('Dear Bilal');
  const tries = message.getByRole('region', { name: attemptWords.list });
  await expect(tries).toContainText(attemptWords.attempt(1));
  await expect(tries).toContainText(attemptWords.attempt(2));
  await expect(tries.getByText(outcomeWords.accepted)).toHaveCount(2);
  await expect(tries.getByText(receiptWords.read, { exact: true }).first()).toBeVisible();
  // The message has an address: a reload finds it, and Back closes only it.
  await expect(page).toHaveURL(/message=\d+/);
  await page.reload();
  await expect(message).toContainText('Dear Bilal');
  await page.goBack();
  await expect(message).toBeHidden();
  await expect(rowOf(page, 'Bilal')).toBeVisible();
  await page.goForward();
  await message.getByRole('button', { name: attemptWords.chat }).click();
  const chat = page.getByRole('region', { name: 'Chat' });
  await expect(chat).toContainText('Dear Bilal');

  // A message that was left is not offered for a retry in its chat either.
  await page.goto('/outbox');
  await rowOf(page, 'Ayesha').getByRole('button', { name: 'Ayesha', exact: true }).click();
  await expect(chat).toContainText('Dear Ayesha');
  await expect(chat).toContainText(outboxWords.isLeft);
  await expect(chat.getByRole('button', { name: outboxWords.retryUnknown })).toHaveCount(0);
});

test('Failed messages are retried except those that would fail again, and the bill shows every try.', async ({
  page,
  clerk,
}) => {
  const billing = await tellAll(clerk, {
    Ayesha: '0300-6200001',
    Bilal: '0300-6200100',
    Sana: '0300-6200200',
    Hamza: '0300-6200099',
  });
  await page.goto('/outbox?status=failed');
  // Two of the three failures are numbers without WhatsApp, which would fail again.
  const notThere = (count: number) => [{ reason: sayReason(makeReason('notOnWhatsApp')), count }];
  for (const tries of ['2 tries', '3 tries']) {
    await expect(
      rowOf(page, 'Hamza').getByRole('button', { name: outboxWords.retryNamed('Hamza') }),
    ).toBeVisible();
    await page.getByRole('button', { name: outboxWords.retryFailed(1) }).click();
    await expect(page.getByText(outboxWords.retriedBut(1, notThere(2))).first()).toBeVisible();
    await expect(rowOf(page, 'Hamza')).toContainText(tries);
  }
  await expect(rowOf(page, 'Bilal')).not.toContainText('tries');
  await page.getByRole('searchbox', { name: outboxWords.search }).fill('Sana');
  await expect(rowOf(page, 'Hamza')).toHaveCount(0);
  await page.getByRole('button', { name: outboxWords.retryFailed(1) }).click();
  await expect(page.getByText(outboxWords.notRetriedFor(notThere(1)))).toBeVisible();
  const retrySana = rowOf(page, 'Sana').getByRole('button', { name: outboxWords.retryNamed('Sana') });
  await expect(retrySana).toHaveCount(0);
  // In its place the row says what to do instead.
  await expect(rowOf(page, 'Sana')).toContainText(fixWords.instead.notOnWhatsApp);

  const { items } = await listOf(clerk);
  const { billID } = items.find(({ name }) => name === 'Hamza')!;
  await page.goto(`/send-messages?billing=${billing}&panel=bill&member=${billID}`);
  await page.getByRole('button', { name: /^Bill of Hamza,/ }).click();
  const messages = page.getByTestId('bill-messages');
  await messages.getByRole('button', { name: attemptWords.tries(3) }).click();
  const failed = messages.getByText(`${receiptWords.failed}: ${sayReason(makeReason('switchedOff'))}`);
  await expect(failed).toHaveCount(3);
  await messages.getByRole('button', { name: attemptWords.tries(3) }).click();
  await expect(failed).toHaveCount(0);
});

test('A missed send is reported on every page and continues when a person resumes it.', async ({
  page,
  clerk,
  beside,
}) => {
  const billing = await addBilling(clerk, { bills: 2 });
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  await clerk.ask('POST', '/Chat/SendWhatsAppGroup', {
    message: 'Held',
    groupIDs: [billing],
    sendAt: `${inAMonth}T09:00`,
  });
  // The hour of the send passed while nothing ran.
  const startAt = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const notice = makeReason('missed', { startAt, timeZone: 'Asia/Karachi' });
  // The worker has already held the send; otherwise it would hold it again.
  const startedAt = new Date().toISOString();
  const held = { state: 'paused', startAt, startedAt, nextAt: startAt, notice } as const;
  const ofCampus = ['campusID', '=', clerk.campusID] as const;
  await beside
    .updateTable('message')
    .set({ dueAt: startAt })
    .where(...ofCampus)
    .execute();
  await beside
    .updateTable('broadcast')
    .set(held)
    .where(...ofCampus)
    .execute();
  await page.goto('/students');
  await expect(page.getByTestId('outbox-alert')).toContainText(sayReason(notice));
  await page.goto('/outbox');
  const bar = page.getByTestId('run-bar');
  await expect(bar).toContainText('Paused');
  await expect(bar).toContainText(sayReason(notice));
  await bar.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByTestId('outbox-alert')).toBeEmpty();
  await expect.poll(async () => (await listOf(clerk)).counts.read, { timeout: 20_000 }).toBe(2);
});
