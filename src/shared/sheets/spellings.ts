/**
 * How clerks and school systems write the headings of each field, in English and in Urdu. The best spelling is first in
 * each list: if two headings of a sheet fit one field, that one is proposed.
 */

const heads = Array.from({ length: 10 }, (_, index) => index + 1);

const headSpellings = heads.flatMap((n): [string, string[]][] => [
  [
    `head${n}`,
    [
      `Fee Head ${n}`,
      `Head Name ${n}`,
      `Head ${n} Name`,
      `Head No ${n}`,
      `Particular ${n}`,
      `Particulars ${n}`,
    ],
  ],
  [
    `amount${n}`,
    [
      `Amt ${n}`,
      `Head Amount ${n}`,
      `Head ${n} Amount`,
      `Fee Amount ${n}`,
      `Fee Head ${n} Amount`,
      `رقم ${n}`,
    ],
  ],
]);

// A GR or admission number identifies one pupil, but roll numbers repeat in every class.
const registration = [
  'Registration No',
  'Student Registration No',
  'Reg No',
  'Regn No',
  'Regd No',
  'Regno',
  'Reg',
  'Reg Id',
  'رجسٹریشن نمبر',
  'GR No',
  'G R No',
  'General Register No',
  'Admission No',
  'Adm No',
  'داخلہ نمبر',
  'Enrolment No',
  'Enrollment No',
  'Student ID',
  'Student No',
  'Student Code',
  'SID',
  'Roll No',
  'رول نمبر',
];

const mobile = [
  'Mobile No',
  'Mobile Phone',
  'Mob No',
  'Mob',
  'Cell',
  'Cell No',
  'Cell Phone',
  'Phone',
  'Phone No',
  'Contact',
  'Contact No',
  'WhatsApp',
  'WhatsApp No',
  'SMS No',
  'SMS',
  'SMS Mobile No',
  'Father Mobile',
  'Father Mobile No',
  'Fathers Mobile',
  'Fathers Mobile No',
  'Father Cell',
  'Father Cell No',
  'Father Contact',
  'Father Contact No',
  'Father Phone',
  'Father Phone No',
  'Guardian Mobile',
  'Guardian Mobile No',
  'Guardian Contact',
  'Guardian Contact No',
  'Guardian Phone No',
  'Parent Mobile',
  'Parent Mobile No',
  'Parents Mobile No',
  'Parent Contact',
  'Parent Contact No',
  'موبائل',
  'موبائل نمبر',
  'فون نمبر',
  'رابطہ نمبر',
  'واٹس ایپ نمبر',
];

const phones = [
  'Mobile',
  'Mobile No',
  'Mob No',
  'Cell',
  'Cell No',
  'Phone',
  'Phone No',
  'Contact',
  'Contact No',
  'WhatsApp',
  'WhatsApp No',
  'SMS No',
];
const whose = ['Father', 'Fathers', 'Guardian', 'Guardians', 'Parent', 'Parents', 'Mother', 'Mothers'];

const whatsApp = ['WhatsApp No', 'WhatsApp', 'واٹس ایپ نمبر'];

/** Father Cell, Mobile No. (Father), Cell of Father. */
const ofFamily = whose.flatMap((who) =>
  phones.flatMap((phone) => [`${who} ${phone}`, `${phone} ${who}`, `${phone} of ${who}`]),
);

const name = [
  'Student Name',
  'Students Name',
  'Name of Student',
  'Name of the Student',
  'Std Name',
  'Stu Name',
  'Student',
  'Full Name',
  'Pupil Name',
  'Child Name',
  'نام',
  'طالب علم',
  'طالب علم کا نام',
  'نام طالب علم',
  'طالبہ کا نام',
];

const ofBills: [string, string[]][] = [
  [
    'invNo',
    [
      'Invoice',
      'Invoice No',
      'Inv No',
      'Voucher',
      'Voucher No',
      'Fee Voucher No',
      'Challan',
      'Challan No',
      'Fee Challan No',
      'Chalan No',
      'Bill No',
      'Fee Bill No',
      'واؤچر نمبر',
      'چالان نمبر',
      'بل نمبر',
    ],
  ],
  [
    'total',
    // Headings for the amount payable by the due date (with arrears, less concessions) come before sums of fees.
    [
      'Payable Within Due Date',
      'Amount Within Due Date',
      'Within Due Date',
      'Payable Before Due Date',
      'Amount Before Due Date',
      'Net Payable',
      'Total Payable',
      'Amount Payable',
      'Payable Amount',
      'Payable',
      'واجب الادا رقم',
      'Total Due',
      'Total Dues',
      'Net Total',
      'Net Amount',
      'Grand Total',
      'Total Amount',
      'Total Amt',
      'Total',
      'کل رقم',
      'ٹوٹل',
      'Net Fee',
      'Total Fee',
      'Total Fees',
      'Fee Total',
      'کل فیس',
    ],
  ],
  [
    'amountAfterDueDate',
    [
      'After Due Date',
      'After Due',
      'Payable After Due Date',
      'Amount Payable After Due Date',
      'Total After Due Date',
      'Fee After Due Date',
      'Amount After Due',
      'Late Amount',
      'Late Payable',
      'With Late Fee',
      'مقررہ تاریخ کے بعد',
      'مقررہ تاریخ کے بعد رقم',
    ],
  ],
  ['dueDate', ['Due', 'Due On', 'Last Date', 'Last Date of Payment', 'Pay By', 'آخری تاریخ', 'مقررہ تاریخ']],
  [
    'expiryDate',
    ['Expiry', 'Expires On', 'Validity', 'Validity Date', 'Valid Till', 'Valid Until', 'Valid Upto', 'میعاد'],
  ],
  [
    'issueDate',
    ['Issued On', 'Issue', 'Date of Issue', 'Issued Date', 'Issuance Date', 'تاریخ اجرا', 'تاریخ اجراء'],
  ],
  ['month', ['Month', 'Fee Month', 'Billing Month', 'For the Month', 'Month of', 'ماہ', 'مہینہ']],
  ['year', ['Year', 'Fee Year', 'Billing Year', 'سال']],
  [
    'status',
    [
      'Payment Status',
      'Fee Status',
      'Paid Status',
      'Bill Status',
      'Voucher Status',
      'Challan Status',
      'Paid/Unpaid',
      'ادائیگی',
    ],
  ],
  [
    'paidAmount',
    [
      'Amount Paid',
      'Paid',
      'Total Paid',
      'Received',
      'Amount Received',
      'Received Amount',
      'Deposited',
      'ادا شدہ رقم',
    ],
  ],
  [
    'outstanding',
    [
      'Outstanding Amount',
      'Amount Outstanding',
      'Outstanding Balance',
      'Total Outstanding',
      'Outstanding Fee',
      'Outstanding Dues',
      'Balance Due',
      'Balance Amount',
      'Balance Payable',
      'Balance',
      'Remaining Amount',
      'Remaining Balance',
      'Remaining',
      'Amount Pending',
      'Pending Amount',
      'Unpaid Amount',
      'باقی رقم',
      'بقیہ رقم',
    ],
  ],
  [
    'paidOn',
    [
      'Paid Date',
      'Date Paid',
      'Payment Date',
      'Date of Payment',
      'Received On',
      'Deposit Date',
      'تاریخ ادائیگی',
    ],
  ],
  ['email', ['E-mail', 'Email Address', 'Email ID', 'Mail', 'ای میل']],
  ['branch', ['Campus', 'Campus Name', 'Branch Name', 'School Branch', 'برانچ', 'کیمپس', 'شاخ']],
  ...headSpellings,
];

const ofStudents: [string, string[]][] = [
  [
    'fatherName',
    [
      'Father',
      'Fathers Name',
      'Name of Father',
      'Guardian',
      'Guardian Name',
      'Guardians Name',
      'Parent Name',
      'S/O',
      'D/O',
      'S/O D/O',
      'Son of',
      'Daughter of',
      'ولدیت',
      'والد',
      'والد کا نام',
    ],
  ],
  ['class', ['Grade', 'Class Name', 'Class/Grade', 'Grade Name', 'Std Class', 'جماعت', 'کلاس', 'درجہ']],
  ['section', ['Sec', 'Section Name', 'Class Section', 'سیکشن']],
];

const ofBoth: [string, string[]][] = [
  ['regNum', registration],
  ['name', name],
  ['number', [...whatsApp, ...ofFamily, ...mobile]],
];

/** Fields with their spellings, for bills and for students. */
export const spellings = {
  bills: [...ofBoth, ...ofBills],
  students: [...ofBoth, ...ofStudents],
} as const;
