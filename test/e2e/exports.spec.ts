/** Exports as a clerk sees them in Excel: every row that the screen shows, and no other. */
import { readFile } from 'node:fs/promises';
import { read, utils } from '@e965/xlsx';
import type { Page } from '@playwright/test';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { ask, expect, tell, test } from './fixtures.ts';

const text = 'Dear parent of {{name}}, the fee is due on {{dueDate}}.';
const bills = [
  { regNum: '00001', name: 'عائشہ خان', number: '0300-1234567', status: 'unpaid', total: 12_500.5 },
  { regNum: '00002', name: 'علی رضا خان', number: '0321-7654300', status: 'unpaid', total: 900 },
  { regNum: '00003', name: '=1+1', number: '0333-1234599, 0345-1234567', status: 'unpaid', total: 900 },
  { regNum: '00004', name: 'Bilal Khan', number: '0301-1112223', status: 'paid', total: 900 },
  { regNum: '00005', name: 'Omar Iqbal', number: '', status: 'unpaid', total: 900 },
].map((bill) => ({ ...bill, dueDate: '2026-11-10', year: 2026 }));

/** Each billing has its own month, because the same bill in two billings of a month would be refused. */
async function addBilling(page: Page, name: string, month: number): Promise<number> {
  const { cId } = await ask<{ cId: number }>(page, '/Account/Session');
  const group = { id: 0, name, month, year: 2026, description: 'Fees', campusID: cId };
  return (
    await tell<{ id: number }>(page, 'POST', '/Groups/Save', {
      group,
      contacts: bills.map((bill) => ({ ...bill, month })),
    })
  ).id;
}

/** Presses the button and returns the name of the file and its rows as a sheet shows them. */
async function take(page: Page, press: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const book = read(await readFile(await file.path()), { cellNF: true, cellFormula: true, cellDates: false });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  for (const [place, cell] of Object.entries(sheet))
    if (!place.startsWith('!')) expect(cell.f, place).toBeUndefined();
  const rows = utils.sheet_to_json<Record<string, unknown>>(sheet, { defval: null, raw: false });
  return { name: file.suggestedFilename(), rows };
}

const fromMenu = (page: Page, item: string) => async (): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('The export of a billing contains the bills that match filter and search, with Urdu text intact.', {
  tag: '@proof',
}, async ({ page, signIn }) => {
  await signIn();
  const id = await addBilling(page, 'نومبر 2026: "Girls"', 11);
  await page.goto(`/send-messages?billing=${id}&status=unpaid&q=${encodeURIComponent('خان')}`);
  await expect(page.getByTestId('bill-card')).toHaveCount(2);
  const { name, rows } = await take(page, fromMenu(page, 'Export bills'));
  expect(name).toBe('نومبر 2026 Girls - bills (unpaid, خان).xlsx');
  expect(rows.map((row) => [row.RegistrationNumber, row.Name, row.Mobile, row.Status])).toEqual([
    ['00001', 'عائشہ خان', '0300-1234567', 'unpaid'],
    ['00002', 'علی رضا خان', '0321-7654300', 'unpaid'],
  ]);
  expect(rows[0]).toMatchObject({ TotalAmount: '12500.5', DueDate: '10-Nov-2026', VoucherMonth: '11' });

  await page.goto(`/send-messages?billing=${id}`);
  await expect(page.getByTestId('bill-card')).toHaveCount(5);
  const whole = await take(page, fromMenu(page, 'Export bills'));
  expect(whole.rows.map((row) => row.Name)).toEqual(bills.map((bill) => bill.name));
});

test('After a send, the message report has the state of every number, and the outbox can be exported.', async ({
  page,
  signIn,
  program,
}) => {
  await signIn();
  const id = await addBilling(page, 'Report 2026', 10);
  await tell(page, 'PUT', '/Demo/Pace', { pace: 'instant' });
  await tell(page, 'POST', '/Chat/SendWhatsAppGroup', { groupIDs: [id], message: text, status: 'unpaid' });
  const settled = async () => {
    const { items } = await ask<{ items: { status: string }[] }>(page, `/Outbox?take=200&groupID=${id}`);
    return items.map(({ status }) => status).sort();
  };
  await expect.poll(settled, { timeout: 60_000 }).toEqual(['failed', 'failed', 'read', 'read', 'skipped']);

  await page.goto(`/send-messages?billing=${id}`);
  const report = await take(page, fromMenu(page, 'Message report'));
  expect(report.name).toBe('Report 2026 - messages.xlsx');
  expect(report.rows.map((row) => [row.Registration, row.Name, row.Number, row.State, row.Reason])).toEqual([
    ['00001', 'عائشہ خان', '+923001234567', 'Read', null],
    ['00002', 'علی رضا خان', '+923217654300', 'Failed', sayReason(makeReason('notOnWhatsApp'))],
    ['00003', '=1+1', '+923451234567', 'Read', null],
    ['00003', '=1+1', '+923331234599', 'Failed', sayReason(makeReason('switchedOff'))],
    ['00004', 'Bilal Khan', '+923011112223', 'No message', null],
    ['00005', 'Omar Iqbal', null, 'Left out', sayReason(makeReason('noNumber'))],
  ]);
  const [first] = report.rows;
  expect(first?.Message).toBe('Dear parent of \u2068عائشہ خان\u2069, the fee is due on 10 Nov 2026.');
  expect(first?.Time).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}$/);

  await page.goto(`/outbox?status=failed&billing=${id}`);
  await expect(page.getByRole('row').filter({ hasText: 'Failed' })).toHaveCount(2);
  const failed = await take(page, () => page.getByRole('button', { name: 'Export', exact: true }).click());
  expect(failed.name).toBe('Outbox (failed).xlsx');
  expect(failed.rows.map((row) => [row.Number, row.State, row.Reason, row.Tries]).sort()).toEqual([
    ['+923217654300', 'Failed', sayReason(makeReason('notOnWhatsApp')), '1'],
    ['+923331234599', 'Failed', sayReason(makeReason('switchedOff')), '1'],
  ]);
  expect(program.complaints()).toBe('');
});

test('A failed export says why, and a long one can be cancelled.', async ({
  page,
  signIn,
  complaintsOfPage,
}) => {
  await signIn();
  const id = await addBilling(page, 'Slow 2026', 9);
  await page.goto(`/send-messages?billing=${id}`);
  await page.route('**/Export?*', (route) => route.abort());
  await fromMenu(page, 'Export bills')();
  await expect(page.getByRole('alert')).toContainText('Qasid cannot be reached');

  await page.unroute('**/Export?*');
  await page.route('**/Export?*', () => undefined);
  await fromMenu(page, 'Export bills')();
  const progress = page.getByRole('status').filter({ hasText: 'Preparing Slow 2026 - bills.xlsx' });
  await expect(progress).toBeVisible();
  await progress.getByRole('button', { name: 'Cancel' }).click();
  await expect(progress).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeEnabled();
  // The browser itself reports the aborted request.
  expect(complaintsOfPage.splice(0).every((complaint) => complaint.includes('net::ERR_FAILED'))).toBe(true);
});
