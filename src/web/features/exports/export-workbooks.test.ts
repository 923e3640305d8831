import { expect, it } from 'vitest';
import { type Bill, billDetails } from '#shared/calls/bills.ts';
import { makeReason, sayReason } from '#shared/messages/reasons.ts';
import { inTimeFrom, noGrace } from '#shared/money/payable.ts';
import { columns } from '#shared/sheets/columns.ts';
import { bytesOfWorkbook, readOurs, readSecond, trimmed } from '../../../../test/sheets/read-back.ts';
import { type ExportedMessage, writeBills, writeOutbox, writeReport } from './export-workbooks.ts';

const nothing = Object.fromEntries(Object.keys(billDetails.shape).map((field) => [field, null]));
const billOf = (fields: Partial<Bill>): Bill =>
  ({
    ...nothing,
    id: 1,
    groupID: 1,
    campusID: 1,
    name: '',
    number: '',
    status: 'unpaid',
    paid: 0,
    adjusted: 0,
    ...fields,
  }) as Bill;
const messageOf = (fields: Partial<ExportedMessage>): ExportedMessage => ({
  id: 1,
  broadcastID: 7,
  groupID: 1,
  billID: null,
  billIDs: [],
  number: '+923001234567',
  name: 'عائشہ خان',
  text: '=1+1',
  media: '',
  status: 'delivered',
  reason: null,
  reasonCode: null,
  attempts: 1,
  dueAt: null,
  isDecided: false,
  createdAt: '2026-11-05T09:05:00.000Z',
  updatedAt: '2026-11-05T20:30:00.000Z',
  ...fields,
});
const karachi = { timeZone: 'Asia/Karachi', country: 'PK' } as const;
const readBoth = async (workbook: ReadableStream<Uint8Array>) => {
  const bytes = await bytesOfWorkbook(workbook);
  const rows = trimmed(await readOurs(bytes));
  expect(trimmed(readSecond(bytes))).toEqual(rows);
  return rows;
};

it('The export of bills has the headings of an import, what is payable today before the total, real dates and the status.', async () => {
  const bill = billOf({
    regNum: '00012',
    invNo: '900000000000000002',
    total: 17_400.5,
    dueDate: '2026-11-10',
    month: 11,
    year: 2026,
    name: 'عائشہ خان',
    number: '0300-1234567, 0321-7654321',
    status: 'partial',
    paid: 400,
  });
  const [headings = [], row = []] = await readBoth(
    writeBills('November 2026', [{ ...bill, paidOn: '2026-11-07' }], inTimeFrom('2026-11-10', noGrace)),
  );
  expect(headings).toEqual([
    ...columns.flatMap(({ heading }) => (heading === 'TotalAmount' ? ['Payable today', heading] : heading)),
    'PaidAmount',
    'PaidOn',
  ]);
  const read = Object.fromEntries(headings.map((heading, index) => [heading, row[index] ?? null]));
  expect(read).toMatchObject({
    RegistrationNumber: '00012',
    InvoiceNumber: '900000000000000002',
    Head1: null,
    TotalAmount: 17_400.5,
    DueDate: { kind: 'day', day: '2026-11-10' },
    VoucherMonth: 11,
    Name: 'عائشہ خان',
    Mobile: '0300-1234567, 0321-7654321',
    Status: 'partial',
    PaidAmount: 400,
    PaidOn: { kind: 'day', day: '2026-11-07' },
    'Payable today': 17_000.5,
  });
});

it('The export of the outbox has states in words and times in the time zone of the campus.', async () => {
  const failed = messageOf({ status: 'failed', reason: sayReason(makeReason('notOnWhatsApp')), attempts: 3 });
  expect(await readBoth(writeOutbox('Outbox', [failed], karachi.timeZone))).toEqual([
    ['Time', 'Name', 'Number', 'State', 'Reason', 'Tries', 'Message'],
    [
      '5 Nov 2026, 14:05',
      'عائشہ خان',
      '+923001234567',
      'Failed',
      sayReason(makeReason('notOnWhatsApp')),
      3,
      '=1+1',
    ],
  ]);
});

it('The report has a line for each bill, number and message, and for each bill without a message.', async () => {
  const bills = [
    billOf({ id: 1, regNum: '1', name: 'Ali', number: '0300-1234567 / 0321-7654321' }),
    billOf({ id: 2, regNum: '2', name: 'Sana', number: '0300-1234567' }),
    billOf({ id: 3, regNum: '3', name: 'Omar', number: '' }),
    billOf({ id: 4, regNum: '4', name: 'Zara', number: '0333-1234567' }),
    billOf({ id: 5, regNum: '5', name: 'Noor', number: 'ask office' }),
  ];
  const messages = [
    messageOf({ id: 9, broadcastID: 8, billIDs: [1], status: 'read', text: 'Second' }),
    messageOf({ id: 8, billIDs: [1, 2], text: 'First' }),
    messageOf({
      id: 7,
      billIDs: [5],
      number: 'ask office',
      status: 'skipped',
      reason: sayReason(makeReason('unreadNumber')),
      text: 'First',
    }),
  ];
  const time = '6 Nov 2026, 01:30';
  const [headings, ...rows] = await readBoth(
    writeReport('Report', { isWhole: false, bills, messages, ...karachi }),
  );
  expect(headings).toEqual(['Registration', 'Name', 'Number', 'State', 'Reason', 'Time', 'Send', 'Message']);
  expect(rows).toEqual([
    ['1', 'Ali', '+923001234567', 'Read', null, time, 'Send 8', 'Second'],
    ['1', 'Ali', '+923001234567', 'Delivered', null, time, 'Send 7', 'First'],
    ['1', 'Ali', '+923217654321', 'No message'],
    ['2', 'Sana', '+923001234567', 'Delivered', null, time, 'Send 7', 'First'],
    ['3', 'Omar', null, 'No message', sayReason(makeReason('noNumber'))],
    ['4', 'Zara', '+923331234567', 'No message'],
    ['5', 'Noor', 'ask office', 'Left out', sayReason(makeReason('unreadNumber')), time, 'Send 7', 'First'],
  ]);
});

it('The unfiltered report also lists messages about bills that were removed since.', async () => {
  const report = { bills: [], messages: [messageOf({ billIDs: [1], text: 'Hi' })], ...karachi };
  const [, ...rows] = await readBoth(writeReport('Report', { isWhole: true, ...report }));
  const reportLine = [
    null,
    'عائشہ خان',
    '+923001234567',
    'Delivered',
    null,
    '6 Nov 2026, 01:30',
    'Send 7',
    'Hi',
  ];
  expect(rows).toEqual([reportLine]);
  expect(await readBoth(writeReport('Report', { isWhole: false, ...report }))).toHaveLength(1);
});
