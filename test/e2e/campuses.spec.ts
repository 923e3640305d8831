/** Head office: two campuses with different currencies side by side, and the link into each. */

import { commonWords } from '#shared/words/screen.ts';
import { allCampusesWords, campusWords, schoolWords } from '#shared/words/settings.ts';
import { expect, password, tell, test } from './fixtures.ts';

test.use({ extraEnv: { ADMIN_PASSWORD: password, DEMO: '0' } });

const { columns } = allCampusesWords;

test('The page of all campuses shows two campuses side by side, each with its currency sign.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const contacts = [
    { name: 'Rabia Farooq', number: '0300-1234567', status: 'paid', total: 4000 },
    { name: 'Hira Iqbal', number: '0300-1234568', status: 'unpaid', total: 2500.5 },
  ];
  const group = { id: 0, name: 'November', month: 11, year: 2026, description: 'Fees' };
  await tell(page, 'POST', '/Groups/Save', { group, contacts });
  const dubai = { name: 'Dubai Campus', country: 'AE', timeZone: 'Asia/Dubai' };
  await tell(page, 'POST', '/Campuses', dubai);

  await page.goto('/settings?part=school');
  const form = page.getByRole('form', { name: 'Dubai Campus' });
  await form.getByRole('textbox', { name: schoolWords.currency }).fill('AED');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.getByRole('button', { name: /^Campus: / }).click();
  await page.getByRole('menuitem', { name: campusWords.all }).click();
  await expect(page).toHaveTitle(`${allCampusesWords.title} · ${commonWords.product}`);
  const row = (at: number) => page.getByRole('row').nth(at);
  await expect(row(1).getByRole('cell')).toHaveText(['2', 'Rs. 4,000', 'Rs. 2,501', '0', '0', '0']);
  await expect(row(2)).toContainText('AED 0');
  // Amounts in two currencies have no sum.
  await expect(page.getByText(allCampusesWords.together)).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: columns.outstanding })).toBeVisible();

  await page.getByRole('button', { name: 'Dubai Campus', exact: true }).click();
  await expect(page.getByRole('button', { name: campusWords.present('Dubai Campus') })).toBeVisible();
});
