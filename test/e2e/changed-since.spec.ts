/** Two people change the same bill at once. */
import { failureWords } from '#shared/words/failures.ts';
import { addBilling, editMember, expect, makeBill, test } from './spec/desk.ts';

test('A change that a colleague saved meanwhile is shown and not overwritten.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  const bills = [makeBill({ name: 'Ayesha Khan', total: 5000, amountAfterDueDate: null })];
  const billing = await addBilling(clerk, { bills });
  await page.goto(`/send-messages?billing=${billing}`);
  await editMember(page, 'Ayesha Khan');
  const form = page.getByRole('region', { name: 'Edit Member', exact: true });
  await form.getByLabel('Name', { exact: true }).fill('Ayesha Khan Durrani');

  type Page = { items: { id: number; name: string; total: number }[] };
  const membersOf = () => clerk.ask<Page>('GET', `/Groups/${billing}/Contacts`);
  const id = (await membersOf()).items[0]?.id;
  await clerk.ask('PUT', `/GroupContacts/${id}`, { total: 6500 });

  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Ayesha Khan Durrani');
  await expect(form.getByLabel('Total', { exact: true })).toHaveValue('6,500');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Member updated successfully.')).toBeVisible();
  expect((await membersOf()).items).toMatchObject([{ name: 'Ayesha Khan Durrani', total: 6500 }]);
});
