/** An error toast goes once the error is corrected, few toasts are shown at once, and they do not move the page. */
import { addBilling, expect, makeBill, test, toastOf } from './spec/desk.ts';

test('An error toast disappears when a success follows, and it does not move the page.', async ({
  page,
  clerk,
}) => {
  const billing = await addBilling(clerk, { bills: [makeBill({ name: 'Ayesha Khan' })] });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/send-messages?billing=${billing}&panel=edit-billing`);
  const form = page
    .getByRole('region', { name: 'Billing', exact: true })
    .filter({ has: page.getByRole('group', { name: 'Month' }) });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await form.getByLabel('Description').fill('');
  const title = form.getByRole('heading').first();
  const before = await title.boundingBox();
  await save.click();
  const error = toastOf(page, 'Please enter the details properly.');
  await expect(error).toBeVisible();
  // Waits until the toast has stopped moving.
  await expect(async () => expect((await error.boundingBox())!.y).toBe(8)).toPass({ timeout: 3000 });
  expect(await title.boundingBox()).toEqual(before);
  // A repeated error replaces the first toast.
  await save.click();
  await expect(error).toHaveCount(1);

  await form.getByLabel('Description').fill('Mended');
  await save.click();
  await expect(page.getByText('Group updated successfully.')).toBeVisible();
  await expect(error).toHaveCount(0);
});

test('The question before a deletion names the billing, and the page of a deleted billing only offers to go back.', async ({
  page,
  clerk,
}) => {
  const billing = await addBilling(clerk, { bills: 3, name: 'Autumn Fees' });
  await page.goto(`/send-messages?billing=${billing}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete billing' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure?', exact: true });
  await expect(question.getByText('Autumn Fees: 3 bills', { exact: true })).toBeVisible();
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Group deleted successfully.')).toBeVisible();

  await page.goBack();
  await expect(page.getByText('This billing is not here any more')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Back to billings' }).click();
  await expect(page.getByText('This billing is not here any more')).toHaveCount(0);
  await expect(page).toHaveURL(/send-messages$/);
});
