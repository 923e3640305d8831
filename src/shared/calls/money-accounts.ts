/** Money accounts: a bank account, a wallet or a cash desk for incoming money. */
import { z } from 'zod';
import { defineCall, id, idInPath, ofCampus, version, versioned } from '../call.ts';
import { bankFields } from '../money/bank.ts';
import { longestText } from '../text/cut-text.ts';

const accountKinds = ['bank', 'cash', 'wallet', 'biller'] as const;
export type AccountKind = (typeof accountKinds)[number];

/** Whether families pay with the voucher number or with the student's registration number. */
export const numberings = ['voucher', 'student'] as const;

const short = z.string().trim().max(60);
const accountToSave = z.object({
  kind: z.enum(accountKinds),
  title: z.string().trim().min(1, 'Give the account a name.').max(longestText),
  bank: short.default(''),
  number: short.default(''),
  iban: short.default(''),
  /** The prefix of the number in a bank's files: the school's number at the biller. */
  prefix: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9]{0,20}$/, 'Use letters and digits only.')
    .default(''),
  numbering: z.enum(numberings).default('voucher'),
  /** Whether the account is printed on vouchers. */
  onVoucher: z.boolean().default(false),
});
export type AccountToSave = z.output<typeof accountToSave>;

/** The field of each column in the account's bank files, by the heading. */
export const bankHeading = z.object({ heading: z.string().min(1).max(200), field: z.enum(bankFields) });

const account = accountToSave.extend({
  id,
  endedAt: z.string().nullable(),
  /** The headings of the account's last file. */
  headings: z.array(bankHeading),
  ...versioned,
});
export type MoneyAccount = z.infer<typeof account>;

export const listMoneyAccounts = defineCall({
  method: 'GET',
  path: '/MoneyAccounts',
  access: 'view',
  campus: 'query',
  summary: 'Lists the money accounts of the campus. Those out of use come last.',
  query: ofCampus,
  answer: z.array(account),
});

export const addMoneyAccount = defineCall({
  method: 'POST',
  path: '/MoneyAccounts',
  access: 'admin',
  campus: 'query',
  summary: 'Adds a bank account, wallet or cash desk.',
  query: ofCampus,
  body: accountToSave,
  answer: account,
});

export const updateMoneyAccount = defineCall({
  method: 'PUT',
  path: '/MoneyAccounts/:id',
  access: 'admin',
  campus: 'query',
  summary:
    'Changes a money account. `ended` takes it out of use, or back into use. Its payments stay unchanged.',
  params: idInPath,
  query: ofCampus,
  body: accountToSave.extend({ ended: z.boolean().default(false), version }),
  answer: account,
});
