/** The page of a parent: a clerk copies the link, and the parent opens it on a phone and downloads the voucher. */
import { AxeBuilder } from '@axe-core/playwright';
import { freshNumber, makeBill } from '../support/campus.ts';
import { picturesOf, readCodes } from '../support/papers.ts';
import { type Program, password } from './fixtures.ts';
import { addBilling, test as desk, expect, openFamily } from './spec/desk.ts';

const port = 18_500 + Number(process.env.TEST_PARALLEL_INDEX ?? 0);
const publicUrl = 'https://fees.example.org';

/** Links for parents have the address of a proxy; in this test the program is called directly. */
const test = desk.extend<object, { program: Program }>({
  extraEnv: [{ ADMIN_PASSWORD: password, PUBLIC_URL: publicUrl, PORT: String(port) }, { scope: 'worker' }],
  program: [
    async ({ program }, use) => use({ ...program, address: `http://127.0.0.1:${port}` }),
    { scope: 'worker' },
  ],
});

test('A clerk copies the parents’ link, and a parent reads the page and downloads the voucher.', {
  tag: '@proof',
}, async ({ page, clerk, program, browser }) => {
  const number = freshNumber();
  const later = { number, dueDate: '2099-11-10', expiryDate: '2099-11-25', total: 6500 };
  const groupID = await addBilling(clerk, {
    bills: [
      makeBill({ ...later, name: 'Ayesha Khan', invNo: '88000000001', amountAfterDueDate: 7500 }),
      makeBill({ ...later, name: 'بلال خان', invNo: '88000000002', amountAfterDueDate: null }),
    ],
  });
  const bank = { kind: 'bank', title: 'HBL Main Branch', bank: 'HBL', number: '0042-7901', iban: '' };
  await clerk.ask('POST', '/MoneyAccounts', {
    ...bank,
    prefix: '100422',
    numbering: 'voucher',
    onVoucher: true,
  });

  await page.goto(`/send-messages?billing=${groupID}`);
  await openFamily(page, 'Ayesha Khan');
  await page.getByRole('button', { name: 'Link for parents' }).click();
  const field = page.getByRole('textbox', { name: /^Page of / });
  await expect(field).toHaveValue(/^https:\/\/fees\.example\.org\/p\/[\w-]{22}$/);
  const url = (await field.inputValue()).replace(publicUrl, program.address);

  const telephone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    javaScriptEnabled: false,
  });
  const parent = await telephone.newPage();
  await parent.goto(url);
  await expect(parent.getByText('Rs. 13,000')).toBeVisible();
  await expect(parent.getByText('10042288000000001')).toBeVisible();
  const isWide = () => parent.locator('html').evaluate(({ scrollWidth }) => scrollWidth > 360);
  expect(await isWide()).toBe(false);
  await parent.getByRole('link', { name: 'اردو' }).click();
  await expect(parent.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await isWide()).toBe(false);
  await parent.getByRole('link', { name: 'English' }).click();

  const href = await parent
    .getByRole('link', { name: /^Voucher, good until 25 Nov 2099: Ayesha Khan/ })
    .getAttribute('href');
  const file = await telephone.request.get(new URL(href ?? '', url).href);
  expect(file.headers()['content-disposition']).toContain('Fee-Nov-2026-Ayesha-Khan.pdf');
  const [sheet] = await picturesOf(await file.body());
  if (!sheet) throw new Error('the voucher has no page');
  const codes = await readCodes(sheet);
  expect(codes.filter((code) => code === 'QRCode 88000000001')).toHaveLength(2);
  expect(codes.filter((code) => code === 'Code128 88000000001')).toHaveLength(3);
  expect(codes).toContain(`QRCode ${url.replace(program.address, publicUrl)}`);

  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke the link' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('The link no longer works.')).toBeVisible();
  await parent.goto(url);
  await expect(parent.getByText('Ask the school for a new one.')).toBeVisible();
  await telephone.close();
});

test('axe finds no problem on the page of a parent, in English and in Urdu, light and dark.', async ({
  page,
  clerk,
  program,
}) => {
  const number = freshNumber();
  await addBilling(clerk, {
    bills: [
      makeBill({ number, name: 'Ayesha Khan', expiryDate: '2099-11-25' }),
      makeBill({ number, name: 'بلال خان', expiryDate: '2020-01-01' }),
    ],
  });
  const bank = { kind: 'biller', title: '1Bill', bank: '', number: '', iban: '', prefix: '100422' };
  await clerk.ask('POST', '/MoneyAccounts', { ...bank, numbering: 'voucher', onVoucher: true });
  const { url } = await clerk.ask<{ url: string }>('POST', '/Families/Link', { number });
  const backgroundOf = () => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor);
  const [light, dark] = ['rgb(244, 244, 242)', 'rgb(17, 20, 23)'];
  for (const address of ['in=en', 'in=ur', 'in=en&dark', 'in=ur&dark']) {
    await page.goto(`${url.replace(publicUrl, program.address)}?${address}`);
    for (const fold of await page.locator('details:not([open]) > summary').all()) await fold.click();
    expect((await new AxeBuilder({ page }).analyze()).violations, address).toEqual([]);
    expect(await backgroundOf()).toBe(address.endsWith('dark') ? dark : light);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await backgroundOf()).toBe(dark);
  await page.goto(`${url.replace(publicUrl, program.address)}?light`);
  expect(await backgroundOf()).toBe(light);
});
