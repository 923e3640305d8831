/** Today: what needs a person, each line with an action; and the first steps of a new school. */
import type { Locator, Page } from '@playwright/test';
import { addDays } from '#shared/time/dates.ts';
import { ask, expect, password, tell, test } from './fixtures.ts';

// A separate school that begins empty.
test.use({ extraEnv: { ADMIN_PASSWORD: password, BACKUPS: 'off' } });

const main = (page: Page): Locator => page.getByTestId('desk-main');
const box = (page: Page, name: string): Locator => main(page).getByRole('region', { name, exact: true });

async function addBilling(page: Page, name: string, contacts: object[]): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const month = Number(name.replace(/\D/g, '')) || 1;
  const group = { id: 0, name, month, year: 2047, description: 'Fees', campusID: cId };
  const dated = contacts.map((contact) => ({ status: 'unpaid', total: 9000, month, year: 2047, ...contact }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts: dated })).id;
}

test('A new school sees the first steps, each ticked once done, and no empty boxes.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  await expect(main(page).getByRole('heading', { name: 'Send New Message' })).toBeVisible();
  const steps = box(page, 'First steps');
  await expect(steps.getByRole('listitem')).toHaveText([
    /Upload a month/,
    /Send yourself a test/,
    /Connect WhatsApp/,
  ]);
  await expect(steps.getByRole('img', { name: 'Done' })).toHaveCount(0);
  await expect(box(page, 'Chats to answer')).toHaveCount(0);
  await expect(steps.getByRole('link', { name: 'Connect' })).toHaveAttribute('href', '/whatsapp-number');
  // A finished step has a tick, whoever did it.
  await addBilling(page, 'Month 1', [{ name: 'First Child', number: '0300-8860001', regNum: '86001' }]);
  await expect(steps.getByRole('listitem').first().getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(box(page, 'Chats to answer')).toHaveText('No chats to answer');
  await addBilling(page, 'Month 2', [{ name: 'First Child', number: '0300-8860001', regNum: '86001' }]);
  await expect(steps).toHaveCount(0);
});

test('Each line of Today opens the screen on which a person can act.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  await tell(page, 'PUT', '/Demo/Pace', { pace: 'instant' });
  const soon = addDays(new Date().toISOString().slice(0, 10), 5);
  const id = await addBilling(page, 'Month 3', [
    { name: 'Told Child', number: '0300-8860002', regNum: '86002', dueDate: soon },
    { name: 'Silent Child', number: '', regNum: '86003' },
    { name: 'Quiet Child', number: '', regNum: '86004' },
  ]);
  await tell(page, 'POST', '/Demo/Reply', { number: '0300-8860002', message: 'Can I pay in two parts?' });
  const sendAt = `${addDays(new Date().toISOString().slice(0, 10), 3)}T09:00`;
  const send = { groupIDs: [id], message: 'School closed tomorrow', media: '', sendAt };
  const { broadcastID } = await tell<{ broadcastID: number }>(page, 'POST', '/Chat/SendWhatsAppGroup', send);
  await page.goto('/send-messages');

  await expect(
    box(page, 'Chats to answer').getByRole('link', { name: /Can I pay in two parts/ }),
  ).toBeVisible();
  await box(page, 'Bills falling due')
    .getByRole('link', { name: /due, Month 3/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`billing=${id}&status=unpaid`));
  await page.goBack();
  await expect(
    box(page, 'Scheduled sends').getByRole('link', { name: /School closed tomorrow/ }),
  ).toHaveAttribute('href', `/outbox?run=${broadcastID}`);
  await box(page, 'Bills falling due')
    .getByRole('button', { name: /not yet uploaded\s*Upload/ })
    .click();
  await expect(page).toHaveURL(/panel=new-billing/);
  await page.goBack();

  // The arrow keys move from line to line.
  await box(page, 'Chats to answer')
    .getByRole('link', { name: /Can I pay/ })
    .focus();
  await page.keyboard.press('ArrowDown');
  await expect(main(page).locator('a:focus, button:focus')).not.toHaveText(/Can I pay/);

  // Children without a number: each field is filled after the other.
  const without = box(page, 'Children without a number');
  await expect(without).toContainText('Silent Child');
  await without.getByRole('button', { name: 'Add numbers' }).click();
  const field = page.getByRole('textbox', { name: 'Number of Quiet Child' });
  await field.fill('12');
  await field.press('Enter');
  await expect(page.getByRole('alert').or(page.locator('[aria-invalid=true]')).first()).toBeVisible();
  // The browser itself reports the refused call.
  expect(complaintsOfPage.splice(0).every((one) => one.includes('status of 422'))).toBe(true);
  await field.fill('0300-8860003');
  await field.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Number of Silent Child' })).toBeFocused();
  await page.keyboard.type('0300-8860004');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Back to Today' }).click();
  await expect(without).toHaveText('Every child with an open bill has a number');
});

test('The paid amount of a billing on Today is the one in the opened billing, with late charges.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const late = { total: 9000, amountAfterDueDate: 10_000, dueDate: '2024-11-10' };
  const id = await addBilling(page, 'Month 4', [
    { name: 'Late Child', number: '0300-8860005', regNum: '86005', ...late },
    { name: 'Open Child', number: '0300-8860006', regNum: '86006', ...late },
  ]);
  const { items } = await ask<{ items: { id: number }[] }>(page, `/Groups/${id}/Contacts`);
  const billID = items[0]?.id;
  await tell(page, 'POST', '/Payments', {
    ...{ clientID: 'paid late, today', amount: 10_000, method: 'cash' },
    allocations: [{ billID, amount: 10_000 }],
  });
  await page.goto('/send-messages');
  const line = main(page).getByRole('link', { name: 'Month 4, Rs. 10,000 paid' });
  await expect(line).toContainText('52% paid');
  await line.click();
  const figures = page.getByRole('list', { name: 'Figures' });
  await expect(figures).toContainText('Paid Rs. 10,000');
  await expect(figures).toContainText('52% paid');
});

test('On a phone Today comes first and the billings below it.', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await expect(main(page).getByRole('heading', { name: 'Today' })).toBeInViewport();
  const billings = page.getByRole('region', { name: 'Billings', exact: true });
  await billings.scrollIntoViewIfNeeded();
  await expect(billings.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
