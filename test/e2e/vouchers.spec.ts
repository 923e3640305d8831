/** Vouchers from the screen to paper: their design, one, a class, a renewed one, and a receipt at the counter. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { dayIn } from '#shared/time/dates.ts';
import { makeBill } from '../support/campus.ts';
import { picturesOf, readCodes } from '../support/papers.ts';
import { wholeBrowser } from './launch.ts';
import { addBilling, expect, openFamily, test } from './spec/desk.ts';

// A browser that shows PDFs prints the papers.
test.use({ launchOptions: wholeBrowser });

/** Collects the names of the printed files. The browser shows each in its own frame. */
async function watchFiles(page: Page): Promise<() => Promise<(string | undefined)[]>> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => true });
    const printed: (string | undefined)[] = [];
    Object.assign(window, { printed });
    // In the frame, whose document belongs to the browser.
    window.print = () => {
      const top = window.parent as unknown as { printed: (string | undefined)[] };
      top.printed.push(
        window.parent.document.querySelector<HTMLElement>('[data-paper-file]')?.dataset.paperFile,
      );
    };
  });
  return () => page.evaluate(() => (window as unknown as { printed: string[] }).printed);
}

const later = '2099-11-25';
const bill = (name: string, invNo: string, more: object = {}) =>
  makeBill({
    name,
    invNo,
    total: 6500,
    amountAfterDueDate: 7500,
    dueDate: '2099-11-10',
    expiryDate: later,
    ...more,
  });

test('A voucher is designed, previewed, printed, and printed again as a duplicate.', {
  tag: '@proof',
}, async ({ page, clerk, complaintsOfPage }) => {
  const groupID = await addBilling(clerk, {
    bills: [bill('Ayesha Khan', '88000000001'), bill('Bilal Khan', '88000000002')],
  });
  const printed = await watchFiles(page);

  await page.goto('/settings?part=vouchers');
  const sample = page.getByRole('img', { name: /with these settings/ });
  await expect(sample).toBeVisible();
  const before = await sample.getAttribute('src');
  await page.getByRole('checkbox', { name: 'Class' }).check();
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Urdu' });
  await expect.poll(() => sample.getAttribute('src')).not.toBe(before);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved. Vouchers are made like this from now on.')).toBeVisible();

  await page.goto(`/send-messages?billing=${groupID}`);
  await openFamily(page, 'Ayesha Khan');
  await page.getByRole('button', { name: /^Bill of Ayesha Khan/ }).click();
  await page.getByRole('button', { name: 'Voucher', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Voucher of Ayesha Khan' });
  await expect(sheet.getByRole('img', { name: /as it will be printed/ })).toBeVisible();
  await expect(sheet.getByText('Printed before')).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(printed).toEqual(['Fee-Nov-2026-Ayesha-Khan.pdf']);
  await expect(sheet.getByText('Printed before: this is duplicate 1.')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as PDF' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Fee-Nov-2026-Ayesha-Khan.pdf');
  const [picture] = await picturesOf(await readFile(await download.path()));
  const codes = picture ? await readCodes(picture) : [];
  expect(codes.filter((code) => code === 'QRCode 88000000001')).toHaveLength(4);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(complaintsOfPage).toEqual([]);
});

test('The vouchers of a billing become one file, and the vouchers of chosen bills become another.', async ({
  page,
  clerk,
}) => {
  const groupID = await addBilling(clerk, {
    bills: [
      bill('Ayesha Khan', '88000000011'),
      bill('Bilal Khan', '88000000012'),
      bill('Paid Khan', '88000000013', { status: 'paid' }),
    ],
  });
  const printed = await watchFiles(page);
  await page.goto(`/send-messages?billing=${groupID}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print vouchers' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print vouchers' });
  await sheet.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Voucher number' });
  await sheet.getByRole('button', { name: 'Print vouchers' }).click();
  await expect(sheet.getByText('2 vouchers are ready.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(printed).toHaveLength(1);
  const downloading = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Save as PDF' }).click();
  const pictures = await picturesOf(await readFile(await (await downloading).path()));
  const codes = await Promise.all(pictures.map(readCodes));
  expect(codes.map(([code]) => code?.split(' ')[1])).toEqual(['88000000011', '88000000012']);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose bills' }).click();
  await page
    .getByRole('checkbox', { name: /Bilal Khan/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Print vouchers' }).click();
  await expect(sheet.getByText('1 bill chosen')).toBeVisible();
  await sheet.getByRole('button', { name: 'Print vouchers' }).click();
  await expect(sheet.getByText('1 voucher is ready.')).toBeVisible();
});

/**
 * Answers the first print of the page with this job once `may` resolves; later prints reach the server. Returns the
 * clientIDs.
 */
async function answerPrint(page: Page, job: object, may: Promise<void>): Promise<() => string[]> {
  const presses: string[] = [];
  await page.route(/\/api\/Vouchers\/Print/, async (route) => {
    presses.push(route.request().postDataJSON().clientID);
    if (presses.length > 1) return route.continue();
    await may;
    return route.fulfill({
      json: { job: { id: 987_654, vouchers: 1, made: 0, name: '', problems: [], ...job } },
    });
  });
  return () => presses;
}

test('If a voucher could not be made, the page says so, and the next press makes it.', async ({
  page,
  clerk,
}) => {
  const groupID = await addBilling(clerk, { bills: [bill('Ayesha Khan', '88000000041')] });
  const printed = await watchFiles(page);
  const presses = await answerPrint(page, { state: 'failed' }, Promise.resolve());
  await page.goto(`/send-messages?billing=${groupID}`);
  await openFamily(page, 'Ayesha Khan');
  await page.getByRole('button', { name: /^Bill of Ayesha Khan/ }).click();
  await page.getByRole('button', { name: 'Voucher', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Voucher of Ayesha Khan' });
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(sheet.getByText('The voucher could not be made.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.poll(printed).toEqual(['Fee-Nov-2026-Ayesha-Khan.pdf']);
  await expect(sheet.getByText('The voucher could not be made.')).toHaveCount(0);
  expect(new Set(presses()).size).toBe(2);
});

test('Vouchers that could not be made are listed with the text to change.', async ({ page, clerk }) => {
  const groupID = await addBilling(clerk, { bills: [bill('Ayesha Khan', '88000000045')] });
  const problem = { billID: 1, name: 'Bilal Khan', message: 'This PDF cannot be made because of “Bilal ؓ”.' };
  const job = { state: 'done', vouchers: 2, made: 2, problems: [problem] };
  await answerPrint(page, job, Promise.resolve());
  await page.goto(`/send-messages?billing=${groupID}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print vouchers' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print vouchers' });
  await sheet.getByRole('button', { name: 'Print vouchers' }).click();
  await expect(sheet.getByText('1 voucher is ready.')).toBeVisible();
  await expect(sheet.getByRole('alert')).toContainText('1 voucher could not be made');
  await expect(sheet.getByRole('listitem')).toHaveText(`Bilal Khan: ${problem.message}`);
});

test('Closing the sheet before the vouchers are ready cancels them.', async ({ page, clerk }) => {
  const groupID = await addBilling(clerk, { bills: [bill('Ayesha Khan', '88000000051')] });
  const closed = Promise.withResolvers<void>();
  const presses = await answerPrint(page, { state: 'working' }, closed.promise);
  const cancelled: string[] = [];
  await page.route(/\/api\/Vouchers\/Jobs\/\d+\/Cancel/, async (route) => {
    cancelled.push(new URL(route.request().url()).pathname);
    const job = { id: 987_654, vouchers: 1, made: 0, name: '', state: 'cancelled', problems: [] };
    await route.fulfill({ json: { job } });
  });
  await page.goto(`/send-messages?billing=${groupID}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Print vouchers' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print vouchers' });
  await sheet.getByRole('button', { name: 'Print vouchers' }).click();
  await expect.poll(presses).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(cancelled).toEqual([]);
  closed.resolve();
  await expect.poll(() => cancelled).toEqual([expect.stringContaining('/987654/')]);
});

test('An expired voucher is replaced by a new one with a fine.', async ({ page, clerk }) => {
  const old = { dueDate: '2026-01-10', expiryDate: '2026-01-25' };
  const groupID = await addBilling(clerk, { bills: [bill('Ayesha Khan', '88000000021', old)] });
  await page.goto(`/send-messages?billing=${groupID}`);
  await openFamily(page, 'Ayesha Khan');
  await page.getByRole('button', { name: /^Bill of Ayesha Khan/ }).click();
  await page.getByRole('button', { name: 'Voucher', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Voucher of Ayesha Khan' });
  await expect(sheet.getByText('Valid until 25 Jan 2026: banks no longer accept it.')).toBeVisible();
  await sheet.getByRole('button', { name: 'New voucher' }).click();
  const renewing = page.getByRole('dialog', { name: 'New voucher' });
  await expect(renewing.getByRole('textbox', { name: 'Fine' })).toHaveValue('500');
  await renewing.getByRole('button', { name: 'New voucher' }).click();
  await expect(sheet.getByText('banks no longer accept it')).toHaveCount(0);
  const [{ balance = 0 } = {}] = (
    await clerk.ask<{ families: { bills: { balance: number }[] }[] }>(
      'GET',
      '/Payments/Find?text=88000000021',
    )
  ).families.flatMap(({ bills }) => bills);
  expect(balance).toBe(8000);
});

test('The counter prints the receipt of the server after Enter.', async ({ page, clerk }) => {
  await addBilling(clerk, {
    bills: [bill('Ayesha Khan', '88000000031', { dueDate: dayIn('Asia/Karachi', new Date()) })],
  });
  const printed = await watchFiles(page);
  await page.goto('/counter');
  await page.getByRole('textbox', { name: /^Voucher, registration/ }).fill('88000000031');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Save and print/ })).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Receipt 1:/)).toBeVisible();
  await expect.poll(printed).toEqual([expect.stringMatching(/^Receipt-1-/)]);
  await expect(page.getByRole('textbox', { name: /^Voucher, registration/ })).toBeFocused();
  await page.keyboard.press('F9');
  await expect.poll(printed).toHaveLength(2);
});
