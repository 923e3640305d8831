/** Two people change the same thing at once. */
import { roles } from '#shared/rights.ts';
import { moneyAccountWords } from '#shared/words/bank.ts';
import { failureWords } from '#shared/words/failures.ts';
import { peopleWords, rightWords } from '#shared/words/people.ts';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
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

test('A campus that a colleague changed meanwhile keeps her change and also gets the change of this page.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  type School = { campuses: { id: number; name: string; currency: string }[] };
  const campus = async () => {
    const { campuses } = await clerk.ask<School>('GET', '/School');
    return campuses.find(({ id }) => id === clerk.campusID);
  };
  const { name = '' } = (await campus()) ?? {};
  await page.goto('/settings?part=school');
  const form = page.getByRole('form', { name });
  await form.getByRole('textbox', { name: schoolWords.currency }).fill('PKR');
  const renamed = { name: 'Girls Wing', country: 'PK', timeZone: 'Asia/Karachi' };
  await clerk.ask('PUT', `/Campuses/${clerk.campusID}`, renamed);

  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(page.getByRole('textbox', { name: schoolWords.campusName, exact: true })).toHaveValue(
    'Girls Wing',
  );
  await expect(page.getByText(failureWords.isNow('Girls Wing'))).toBeVisible();
  await expect(page.getByRole('textbox', { name: schoolWords.currency })).toHaveValue('PKR');
  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByText(settingsWords.saved)).toBeVisible();
  expect(await campus()).toMatchObject({ name: 'Girls Wing', currency: 'PKR' });
});

test('Rights that a colleague gave meanwhile are shown, and stay when this page saves a name.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  type People = { people: { id: string; name: string; rights: { rights: object }[] }[] };
  const inCampus = (rights: object) => [{ campusID: clerk.campusID, rights }];
  const userName = `hira${clerk.campusID}`;
  const invited = { name: 'Hira Malik', userName, rights: inCampus(roles.viewer) };
  const { id } = await clerk.ask<{ id: string }>('POST', '/People', invited);
  await page.goto(`/settings?part=people&person=${id}`);
  const field = page.getByRole('textbox', { name: peopleWords.name, exact: true });
  await field.fill('Hira Malik Khan');
  const rights = { ...roles.viewer, edit: true };
  await clerk.ask('PUT', `/People/${id}`, { name: 'Hira Malik', rights: inCampus(rights) });

  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(page.getByText(/^The rights are now: .*: View, Edit\.$/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: rightWords.edit.name })).toBeChecked();
  await expect(field).toHaveValue('Hira Malik Khan');
  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByText(settingsWords.saved)).toBeVisible();
  const { people } = await clerk.ask<People>('GET', '/People');
  expect(people).toContainEqual(
    expect.objectContaining({ name: 'Hira Malik Khan', rights: [expect.objectContaining({ rights })] }),
  );
});

test('A money account that a colleague changed meanwhile keeps her change and also gets the change of this page.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  const account = { kind: 'bank', title: 'HBL', bank: 'HBL', number: '0042' };
  const { id } = await clerk.ask<{ id: number }>('POST', '/MoneyAccounts', account);
  await page.goto('/settings?part=money');
  await page.getByRole('button', { name: moneyAccountWords.editOf('HBL') }).click();
  await page.getByRole('textbox', { name: moneyAccountWords.iban }).fill('PK36HABB');
  await clerk.ask('PUT', `/MoneyAccounts/${id}`, { ...account, number: '7901' });

  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(page.getByText(failureWords.isNow('7901'))).toBeVisible();
  await expect(page.getByRole('textbox', { name: moneyAccountWords.number, exact: true })).toHaveValue(
    '7901',
  );
  await page.getByRole('button', { name: settingsWords.save }).click();
  await expect(page.getByText(moneyAccountWords.saved)).toBeVisible();
  const accounts = await clerk.ask<object[]>('GET', '/MoneyAccounts');
  expect(accounts).toEqual([expect.objectContaining({ number: '7901', iban: 'PK36HABB' })]);
});
