/** Find: one search field on every page, used by keyboard. */
import type { Page } from '@playwright/test';
import { findWords } from '#shared/words/screen.ts';
import { ask, expect, tell, test } from './fixtures.ts';

const tariq = '0321-7023858';
const eman = { name: 'Eman Tariq', number: tariq, regNum: '70330', total: 12_500 };
const hafsa = { name: 'Hafsa Tariq', number: tariq, regNum: '70331', total: 7000 };
const ibrahim = {
  name: 'محمد ابراہیم',
  number: '0321-7027716',
  regNum: '70500',
  invNo: 'FIND-9',
  total: 500,
};

const ofMarch = { name: 'Find in March', month: 3, children: [eman, hafsa, ibrahim] };

async function addBilling(page: Page, { name, month, children }: typeof ofMarch): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const period = { month, year: 2049 };
  const group = { id: 0, name, ...period, description: 'Fees', campusID: cId };
  const contacts = children.map((child) => ({ status: 'unpaid', ...period, ...child }));
  return (await tell<{ id: number }>(page, 'POST', '/Groups/Save', { group, contacts })).id;
}

const findField = (page: Page) => page.getByRole('combobox', { name: /^Find a family/ });
const options = (page: Page, kind: string) =>
  page.getByRole('dialog', { name: 'Find' }).getByRole('group', { name: kind }).getByRole('option');

test('Find opens a child’s bill and chat from any page, however the name is spelt.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const billing = await addBilling(page, ofMarch);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(findField(page)).toBeFocused();
  await findField(page).fill('iman tar');
  await expect(options(page, 'Families')).toHaveText([/Eman Tariq.*0321-7023858.*Hafsa Tariq.*Rs\. 19,500/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`panel=family&member=\\d+&billing=${billing}$`));
  await expect(
    page.getByRole('region', { name: 'Family', exact: true }).getByText('Eman Tariq').first(),
  ).toBeVisible();

  // From there to the chat of another family, by a part of its number.
  await page.keyboard.press('Control+k');
  await findField(page).fill('7027716');
  await expect(options(page, 'Families')).toHaveText([/ابراہیم/]);
  await expect(findField(page)).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Chat', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Family', exact: true })).toContainText('0321-7027716');

  await page.keyboard.press('Control+k');
  await findField(page).fill('Mohammed');
  await expect(options(page, 'Families').filter({ hasText: 'ابراہیم' })).toHaveCount(1);
  await findField(page).fill('find-9');
  await expect(options(page, 'Bills')).toHaveText([/ابراہیم.*FIND-9 · Find in March.*unpaid/]);
  await findField(page).fill('find in');
  await expect(options(page, 'Billings')).toHaveText([/Find in March/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`billing=${billing}$`));

  await page.keyboard.press('Control+k');
  await findField(page).fill('nobody at all');
  await expect(page.getByText(findWords.none('nobody at all'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // When it closes, the focus returns.
  const search = page.getByRole('searchbox', { name: 'Search members' });
  await search.focus();
  await page.keyboard.press('Control+k');
  await expect(findField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
});

test('The search of a billing filters list and cards, and names what is found elsewhere.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const lodhi = { number: '0321-7088888', total: 900 };
  const children = [
    { ...lodhi, name: 'Zoya Lodhi', regNum: '70730' },
    { ...lodhi, name: 'Hira Lodhi', regNum: '70731' },
    { ...lodhi, name: 'ماہین لودھی', regNum: '70732', number: '0321-7099999' },
  ];
  const withInvoice = children.map((child) => ({ ...child, invNo: `MAY-${child.regNum}` }));
  await addBilling(page, { name: 'Find in May', month: 5, children: withInvoice });
  const billing = await addBilling(page, { name: 'Find in June', month: 6, children });
  const cards = page.getByTestId('bill-card');
  const rows = page.getByTestId('member-list').getByRole('listitem');
  const elsewhere = page.getByRole('region', { name: 'Elsewhere in Qasid' });
  await page.goto(`/send-messages?billing=${billing}`);
  await expect(cards).toHaveCount(3);
  await expect(page.getByRole('searchbox')).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('may-70732');
  await expect(cards).toHaveCount(0);
  await expect(page.getByText('0 bills match')).toBeVisible();
  await expect(elsewhere.getByRole('button')).toHaveText([/^Bills.*ماہین/]);
  await page.getByRole('searchbox').fill('Lodhi');
  await expect(cards).toHaveText([/Zoya Lodhi/, /Hira Lodhi/, /ماہین لودھی/]);
  await expect(rows).toHaveText([/Zoya Lodhi/, /Hira Lodhi/, /ماہین لودھی/]);
  await expect(page.getByText('3 bills match')).toBeVisible();
  await expect(page).toHaveURL(/q=Lodhi/);

  // Results outside the billing are one click away, with the same search.
  await page.getByRole('searchbox').fill('find in');
  const others = elsewhere.getByRole('button', { name: /^Billings/ });
  await expect(others).toContainText('Find in May');
  await expect(others).not.toContainText('Find in June');
  await page.screenshot({ path: test.info().outputPath('elsewhere.png') });
  await others.click();
  await expect(findField(page)).toHaveValue('find in');
  await expect(options(page, 'Billings').filter({ hasText: 'Find in May' })).toHaveCount(1);
  await page.keyboard.press('Escape');

  // Without the list beside them, the cards have the search box.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('searchbox', { name: 'Search members' })).toHaveValue('find in');
  await page.screenshot({ path: test.info().outputPath('elsewhere-phone.png') });
});

test('Of twelve families eight are shown at first, and the keyboard leads to the other four.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const children = Array.from({ length: 12 }, (_, at) => ({
    name: `Wajiha ${at + 1}`,
    number: `0321-70777${10 + at}`,
    regNum: `708${10 + at}`,
    total: 500,
  }));
  const billing = await addBilling(page, { name: 'Find in July', month: 7, children });
  const other = await addBilling(page, { name: 'Find in August', month: 8, children: [hafsa] });
  await page.goto(`/send-messages?billing=${other}&q=Wajiha`);
  const elsewhere = page.getByRole('region', { name: 'Elsewhere in Qasid' });
  await expect(elsewhere.getByRole('button', { name: /^Families/ })).toHaveText(/12$/);
  await page.keyboard.press('Control+k');
  await findField(page).fill('Wajiha');
  const families = options(page, 'Families');
  await expect(families).toHaveCount(9);
  await expect(families.last()).toHaveText(findWords.showMore(4));
  await expect(page.getByRole('dialog').getByText(findWords.some(8, '12'))).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('eight-of-twelve.png') });
  for (let down = 0; down < 8; down += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(families).toHaveCount(12);
  // The first of the rows that were hidden is selected.
  await expect(families.nth(8)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`billing=${billing}$`));
});

test('Find leads to a class of the roster, to one of its sections and to a template.', async ({
  page,
  signIn,
}) => {
  await signIn();
  const student = {
    name: 'Nimra',
    regNum: '70900',
    class: 'Hifz',
    section: 'Saffron',
    number: '0321-7090000',
  };
  await tell(page, 'POST', '/Students', student);
  const text = { title: 'Library fine', message: 'A book is overdue.' };
  const { id } = await tell<{ id: number }>(page, 'POST', '/MessageTemplate', text);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await findField(page).fill('hifz');
  await expect(options(page, 'Classes')).toHaveText([/^Hifz1 student$/]);
  await findField(page).fill('saffron');
  await expect(options(page, 'Classes')).toHaveText([/^Hifz Saffron1 student$/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/students\?class=\d+&section=\d+$/);
  await expect(page.getByText('Nimra').first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await findField(page).fill('overdue');
  await expect(options(page, 'Templates')).toHaveText([/Library fine/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/templates\\?template=${id}$`));
});
