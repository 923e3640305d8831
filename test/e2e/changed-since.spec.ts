/** Two people change the same thing at once. */
import { roles } from '#shared/people/rights.ts';
import { moneyAccountWords } from '#shared/words/bank.ts';
import { groupWords } from '#shared/words/bills.ts';
import { failureWords } from '#shared/words/failures.ts';
import { studentsWords } from '#shared/words/families.ts';
import { peopleWords, rightWords } from '#shared/words/people.ts';
import { commonWords } from '#shared/words/screen.ts';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
import { templateWords } from '#shared/words/templates.ts';
import { toasts } from '#shared/words/toasts.ts';
import { addBilling, addTemplate, editMember, expect, makeBill, test } from './spec/desk.ts';

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

test('If the values of a colleague cannot be loaded after a conflict, the form stays usable and the next save loads them.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  const bills = [makeBill({ name: 'Bilal Ahmed', total: 5000, amountAfterDueDate: null })];
  const billing = await addBilling(clerk, { bills });
  await page.goto(`/send-messages?billing=${billing}`);
  await editMember(page, 'Bilal Ahmed');
  const form = page.getByRole('region', { name: 'Edit Member', exact: true });
  const name = form.getByLabel('Name', { exact: true });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await name.fill('Bilal Ahmed Durrani');

  type Page = { items: { id: number; name: string; total: number }[] };
  const membersOf = () => clerk.ask<Page>('GET', `/Groups/${billing}/Contacts`);
  const id = (await membersOf()).items[0]?.id;
  const body = { code: 'unavailable', message: failureWords.unavailable };
  await page.route(`**/api/GroupContacts/${id}?*`, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 503, json: body }) : route.continue(),
  );
  await clerk.ask('PUT', `/GroupContacts/${id}`, { total: 6500 });
  await save.click();
  const why = failureWords.newerNotLoaded(failureWords.unavailable);
  await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
  await expect(save).toBeEnabled();
  await name.fill('Bilal Ahmed Khan Durrani');

  await page.unrouteAll();
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  await expect(form.getByLabel('Total', { exact: true })).toHaveValue('6,500');
  await expect(name).toHaveValue('Bilal Ahmed Khan Durrani');
  await save.click();
  await expect(page.getByText('Member updated successfully.')).toBeVisible();
  expect((await membersOf()).items).toMatchObject([{ name: 'Bilal Ahmed Khan Durrani', total: 6500 }]);
  for (const complaint of complaintsOfPage.splice(0)) expect(complaint).toMatch(/409|503/);
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

test('A billing that a colleague changed meanwhile is not overwritten, and the second save takes both changes.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  const billing = await addBilling(clerk, { name: 'Fees' });
  await page.goto(`/send-messages?billing=${billing}&panel=edit-billing`);
  const panel = page.getByRole('region', { name: groupWords.panel, exact: true });
  await panel.getByLabel(groupWords.name, { exact: true }).fill('Fees of the girls');
  const changed = { name: 'Fees', month: 12, year: 2026, description: 'By a colleague' };
  await clerk.ask('PUT', `/Groups/${billing}`, changed);
  // The list has the new version, which the opened form must not take for its own.
  await expect(page.getByTestId('desk-main').getByText('By a colleague')).toBeVisible();

  const save = panel.getByRole('button', { name: commonWords.save, exact: true });
  await save.click();
  await expect(page.getByRole('alert').filter({ hasText: failureWords.changedSince })).toBeVisible();
  expect(complaintsOfPage.splice(0)).toEqual([expect.stringContaining('409')]);
  await expect(panel.getByLabel(groupWords.description, { exact: true })).toHaveValue('By a colleague');
  await save.click();
  await expect(page.getByText(toasts.done.groupUpdated)).toBeVisible();
  const groups = await clerk.ask<object[]>('GET', '/Groups');
  expect(groups).toEqual([expect.objectContaining({ ...changed, name: 'Fees of the girls' })]);
});

test('A student and a template that a colleague changed meanwhile are saved with the second press.', async ({
  page,
  clerk,
  complaintsOfPage,
}) => {
  const ayesha = { name: 'Ayesha Khan', regNum: '1', class: 'Five', section: 'Blue' };
  const student = await clerk.ask<{ id: number }>('POST', '/Students', ayesha);
  await page.goto(`/students?panel=edit&student=${student.id}`);
  await page.getByRole('textbox', { name: studentsWords.name, exact: true }).fill('Ayesha Durrani');
  await clerk.ask('PUT', `/Students/${student.id}`, { class: 'Six', section: 'Blue' });
  const save = page.getByRole('button', { name: commonWords.save, exact: true });
  const stale = page.getByRole('alert').filter({ hasText: failureWords.changedSince });
  await save.click();
  await expect(stale).toBeVisible();
  await save.click();
  await expect(page.getByText(studentsWords.changed)).toBeVisible();
  expect(await clerk.ask('GET', `/Students/${student.id}`)).toMatchObject({
    ...{ name: 'Ayesha Durrani', class: 'Six', section: 'Blue' },
  });

  const template = await addTemplate(clerk, { title: 'Fee due' });
  await page.goto(`/templates?template=${template.id}`);
  await page.getByRole('textbox', { name: templateWords.name, exact: true }).fill('Fee of the month');
  await clerk.ask('PUT', `/MessageTemplate/${template.id}`, { title: 'Fee due', message: 'Pay soon.' });
  await save.click();
  await expect(stale).toBeVisible();
  await save.click();
  await expect(page.getByText(templateWords.updated)).toBeVisible();
  expect(await clerk.ask('GET', '/MessageTemplate')).toEqual([
    expect.objectContaining({ title: 'Fee of the month', message: 'Pay soon.' }),
  ]);
  expect(complaintsOfPage.splice(0)).toEqual([
    expect.stringContaining('409'),
    expect.stringContaining('409'),
  ]);
});
