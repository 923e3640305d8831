import { describe, expect, it } from 'vitest';
import { fieldWords } from '../words/import-screen.ts';
import { columns, recognise, studentColumns } from './columns.ts';

describe('Usual spellings of the columns of a bill', () => {
  it.each([
    [
      'regNum',
      'Reg No',
      'Reg. No.',
      'REG #',
      'Reg_No',
      'Roll No',
      'GR No',
      'G.R. No',
      'Admission No',
      'Student ID',
    ],
    ['regNum', 'Registration No', 'Registration #', 'رجسٹریشن نمبر', 'رول نمبر'],
    ['invNo', 'Voucher #', 'Voucher No', 'Challan No.', 'Invoice #', 'Bill No', 'Bill Number', 'چالان نمبر'],
    ['total', 'Fee Total', 'Total Fee', 'Grand Total', 'Payable', 'Payable Within Due Date', 'Net Amount'],
    ['total', 'Total Fee (Rs.)', 'TOTAL', 'کل رقم'],
    ['amountAfterDueDate', 'After Due Date', 'Payable After Due Date', 'Late Amount', 'After due'],
    ['dueDate', 'Due', 'Due Date', 'Last Date', 'Due Date (dd/mm/yyyy)', 'آخری تاریخ'],
    ['expiryDate', 'Valid Till', 'Expiry', 'Validity', 'Expiry Date'],
    ['issueDate', 'Issued On', 'Issue Date', 'Date of Issue'],
    ['month', 'Fee Month', 'Month', 'مہینہ'],
    ['year', 'Year', 'Voucher Year', 'سال'],
    ['name', 'Student Name', "Student's Name", 'Name of Student', 'Std. Name', 'نام', 'طالب علم کا نام'],
    [
      'number',
      'Father Mobile',
      "Father's Mobile No.",
      'Mobile No',
      'Mobile Number',
      'Cell',
      'Cell #',
      'Contact No',
    ],
    [
      'number',
      'Mobile No. (Father)',
      'Father Cell',
      'WhatsApp No',
      'Cell # (Mother)',
      "Guardian's WhatsApp No.",
    ],
    ['number', 'Phone', 'WhatsApp', 'SMS Number', 'Guardian Contact', 'موبائل نمبر', 'موبائل نمبر '],
    ['email', 'E-mail', 'Email Address'],
    ['branch', 'Campus', 'Branch Name', 'کیمپس'],
    ['head1', 'Fee Head 1', 'Head 1', 'Head-1'],
    ['amount10', 'Amt 10', 'Amount 10', 'Head 10 Amount'],
  ])('The usual spellings of the column %s of a bill are recognised.', (field, ...headings) => {
    for (const heading of headings) expect([heading, recognise(heading)?.field]).toEqual([heading, field]);
  });
});

it.each([['Remarks'], ['Amount'], ['Head'], ['Head 11'], ['Mobile 2'], ['نوٹ'], ['#']])(
  'The heading %j is not recognised as a column of a bill.',
  (heading) => expect(recognise(heading)).toBeUndefined(),
);

describe('Columns of a roster', () => {
  it('A roster has the columns registration, name, father’s name, class, section and mobile.', () => {
    expect(studentColumns.map(({ heading }) => heading)).toEqual([
      'RegistrationNumber',
      'Name',
      'FatherName',
      'Class',
      'Section',
      'Mobile',
    ]);
  });

  it.each([
    ['regNum', 'Roll No', 'Reg #'],
    ['fatherName', 'Father Name', "Father's Name", 'S/O', 'D/O', 'Guardian', 'ولدیت', 'والد کا نام'],
    ['class', 'Class', 'Grade', 'Class/Grade', 'جماعت', 'کلاس'],
    ['section', 'Section', 'Sec', 'Sec.', 'سیکشن'],
    ['number', 'Father Mobile', 'Cell No'],
  ])('The usual spellings of the column %s of a roster are recognised.', (field, ...headings) => {
    for (const heading of headings)
      expect([heading, recognise(heading, 'students')?.field]).toEqual([heading, field]);
  });

  it('A roster does not recognise the columns of a bill.', () =>
    expect(recognise('TotalAmount', 'students')).toBeUndefined());
});

it('Every column has a name that the clerk can choose when mapping by hand.', () => {
  const nameless = [...columns, ...studentColumns].filter(({ field }) => !fieldWords[field]);
  expect(nameless).toEqual([]);
});
