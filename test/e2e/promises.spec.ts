/** A promise to pay: noted in the chat, it holds a reminder; the day after it is on Today, until the money comes in. */

import { randomUUID } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import { addDays, clockIn, dayIn, formatDay, formatWholeDay } from '#shared/time/dates.ts';
import { makeBill } from '../support/campus.ts';
import { addBilling, addTemplate, expect, test } from './spec/desk.ts';

const timeZone = 'Asia/Karachi';
const dayFromNow = (days: number): string => addDays(dayIn(timeZone, new Date()), days);
const sayDay = (day: string): string => formatDay(day).replace(/ \d{4}$/, '');

test('A promise noted in the chat delays a reminder, is on Today the day after, and ends with a payment.', {
  tag: '@proof',
}, async ({ page, clerk, beside }) => {
  // Half a day from now: the run does not begin meanwhile.
  await clerk.ask('PUT', '/Reminders', { hour: clockIn(timeZone, new Date(Date.now() + 12 * 3_600_000)) });
  const { day: nextRun } = await clerk.ask<{ day: string }>('GET', '/Reminders/Tomorrow');
  const bill = { name: 'Sana Promised', number: '0345-6660001', regNum: 'P1', dueDate: nextRun };
  const billing = await addBilling(clerk, {
    bills: [makeBill({ ...bill, total: 6500, amountAfterDueDate: null })],
  });
  const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
  const [billID = 0] = items.map(({ id }) => id);
  const { id: templateID } = await addTemplate(clerk, { message: 'Fee of {{name}}', sendOn: 'due' });
  await clerk.ask('POST', '/Reminders/Switch', { templateID, isOn: true });

  // In the chat, by keyboard; the amount is what is payable.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/send-messages?panel=chat&chat=${encodeURIComponent('+923456660001')}`);
  await page.getByRole('button', { name: 'Chat menu' }).click();
  await page.getByRole('menuitem', { name: 'Note a promise to pay' }).click();
  const form = page.getByRole('dialog', { name: 'Promise to pay' });
  await expect(form.getByLabel('Will pay by')).toBeFocused();
  await expect(form.getByLabel('Amount')).toHaveValue('6,500');
  const promised = dayFromNow(2);
  await page.keyboard.type(sayDay(promised));
  await expect(form.getByText(formatWholeDay(promised))).toBeVisible();
  await form.getByLabel('Note').fill('Salary on that day');
  await expect(form.getByRole('button', { name: 'Save promise' })).toBeEnabled();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(form).toHaveCount(0);
  const line = page.getByRole('region', { name: 'Promise to pay' });
  await expect(line).toContainText(`Promised Rs. 6,500 by ${sayDay(promised)}`);
  await page.getByRole('tab', { name: 'Family' }).click();
  await expect(line).toContainText('Salary on that day');
  const ofLine = new AxeBuilder({ page }).include('[aria-label="Promise to pay"]');
  expect((await ofLine.analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  // The next reminders say why this family gets none.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/templates');
  await page.getByRole('button', { name: /^Reminders/ }).click();
  const reminders = page.getByRole('region', { name: 'Reminders', exact: true });
  await expect(reminders.getByRole('listitem').filter({ hasText: 'Sana Promised' })).toContainText(
    `Promised to pay by ${formatDay(promised)}`,
  );

  // The day has passed.
  await beside
    .updateTable('promise')
    .set({ day: dayFromNow(-1), createdAt: new Date(Date.now() - 4 * 86_400_000).toISOString() })
    .where('campusID', '=', clerk.campusID)
    .execute();
  await page.goto('/send-messages');
  const unkept = page.getByRole('region', { name: 'Promise not kept' });
  await expect(unkept).toContainText('Rs. 6,500');
  await unkept.getByRole('link', { name: /Sana Promised/ }).click();
  await expect(line).toContainText(`by ${sayDay(dayFromNow(-1))}: not kept`);

  // The money comes in.
  const allocations = [{ billID, amount: 6500 }];
  const payment = { clientID: randomUUID(), amount: 6500, method: 'cash', allocations };
  await clerk.ask('POST', '/Payments', payment);
  await expect(line).toHaveCount(0);
  await page.goto('/send-messages');
  await expect(page.getByRole('region', { name: 'Bills falling due' })).toBeVisible();
  await expect(unkept).toHaveCount(0);
});

test('A clerk notes a promise in the family pane and withdraws it.', async ({ page, clerk, as }) => {
  const bill = { name: 'Omar Promised', number: '0345-6660002', regNum: 'P2', total: 9000 };
  const billing = await addBilling(clerk, { bills: [makeBill({ ...bill, amountAfterDueDate: null })] });
  const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
  const pane = `/send-messages?billing=${billing}&panel=family&member=${items[0]?.id}`;
  await page.goto(pane);
  await page.getByRole('button', { name: 'Note a promise to pay' }).click();
  const form = page.getByRole('dialog', { name: 'Promise to pay' });
  await form.getByLabel('Will pay by').fill('soon');
  await expect(form.getByText('Write today or a later day, for example 10 or 10 Dec.')).toBeVisible();
  await form.getByLabel('Will pay by').fill(String(Number(dayFromNow(3).slice(8))));
  await form.getByLabel('Amount').fill('');
  await form.getByRole('button', { name: 'Save promise' }).click();
  const line = page.getByRole('region', { name: 'Promise to pay' });
  await expect(line).toContainText(`Promised to pay by ${sayDay(dayFromNow(3))}`);
  await line.getByRole('button', { name: 'Withdraw' }).click();
  await expect(line).toHaveCount(0);

  await page.getByRole('button', { name: 'Note a promise to pay' }).click();
  await form.getByLabel('Will pay by').fill(formatDay(dayFromNow(1)));
  await form.getByRole('button', { name: 'Save promise' }).click();
  await expect(line).toContainText('Promised Rs. 9,000');
  // Who may not edit sees it, and can do nothing about it.
  await as({ view: true });
  await page.goto(pane);
  await expect(line).toContainText('Promised Rs. 9,000');
  await expect(line.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Note a promise to pay' })).toHaveCount(0);
});
