/** The owner reads what was voided, waived and lowered, by person and week, and marks it as seen. */
import { makeBill } from '../support/campus.ts';
import { addBilling, expect, test } from './spec/desk.ts';

test('A number of the page for the owner opens its list, and what was read is marked as seen.', {
  tag: '@proof',
}, async ({ page, clerk }) => {
  const billing = await addBilling(clerk, {
    bills: [makeBill({ name: 'Ayesha Owner', total: 1000, regNum: '75001' })],
  });
  const { items } = await clerk.ask<{ items: { id: number }[] }>('GET', `/Groups/${billing}/Contacts`);
  const adjustment = { kind: 'waiver', amount: 250, reason: 'Orphan of a teacher' };
  await clerk.ask('POST', `/GroupContacts/${items[0]?.id}/Adjust`, { clientID: 'owner 1', ...adjustment });
  await page.goto('/reports');
  await page.getByRole('link', { name: 'For the owner' }).click();
  await expect(page.getByRole('heading', { name: 'For the owner' })).toBeVisible();
  await page.getByRole('link', { name: /^Waived and written off, Everyone: / }).click();
  const list = page.getByRole('region', { name: 'Waived and written off' });
  const row = list.getByRole('listitem').filter({ hasText: 'Orphan of a teacher' });
  await expect(row).toContainText('250');
  await expect(row).toContainText('Ayesha Owner');
  await row.getByRole('button', { name: 'Seen' }).click();
  await expect(row).toContainText('Seen by');
  await page.reload();
  await expect(row).toContainText('Seen by');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
});
