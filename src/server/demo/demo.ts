import { Failure } from '#shared/failures.ts';
import { dayIn } from '#shared/time/dates.ts';
import { failureWords } from '#shared/words/failures.ts';
import { starterTemplates } from '#shared/words/templates.ts';
import type { Scope } from '../auth/scope.ts';
import { insertBills } from '../billing/bills/bills-queries.ts';
import { readBills, readTypedNumbers } from '../billing/bills/bills-rules.ts';
import { insertGroup } from '../billing/groups/groups-queries.ts';
import { insertAccount } from '../counter/money-accounts/money-accounts-queries.ts';
import { insertClass, insertSection, insertStudents } from '../imports/students/students-queries.ts';
import { payWhole } from '../ledger/ledger.ts';
import { listAddedAsPaid } from '../ledger/ledger-queries.ts';
import type { Runtime } from '../runtime.ts';
import { findSender, insertDemoSender } from '../senders/settings/settings-queries.ts';
import type { SenderRow } from '../senders/tables.ts';
import { insertTemplates } from '../templates/templates-queries.ts';
import { castOf } from './cast.ts';
import { listChatsOfDemo } from './chats.ts';
import { makeBillings, makeStudents, type Student } from './demo-rules.ts';
import { classNames, sectionNames } from './names.ts';
import { fillPayments, listUnpaid } from './payments.ts';
import { fillPromises } from './promises.ts';
import { listSendsOfDemo, type MonthOfBills, noticeAt } from './sends.ts';
import { lastReminderTemplate, openFeeTemplate } from './talk.ts';

const studentCount = 520;

/** The bank account to which the files of the Bank page belong. */
const openAccount = {
  kind: 'bank',
  title: 'HBL 0042-7901',
  bank: 'HBL',
  number: '0042-7901',
  iban: '',
  prefix: '',
  numbering: 'voucher',
  onVoucher: 0,
  endedAt: null,
} as const;

async function fillRosters(scope: Scope, students: readonly Student[]): Promise<void> {
  const sectionIDs = new Map<string, number>();
  for (const className of classNames) {
    const classID = await insertClass(scope, className);
    for (const section of sectionNames)
      sectionIDs.set(`${className} ${section}`, await insertSection(scope, classID, section));
  }
  await insertStudents(
    scope,
    students.map(({ className, section, ...student }) => ({
      ...student,
      sectionID: sectionIDs.get(`${className} ${section}`) ?? 0,
      numbers: readTypedNumbers(student.number, scope.campus.country).numbers,
      importID: null,
    })),
  );
}

/** Creates six monthly billings. Returns them with the newest first. */
async function fillBillings(scope: Scope, students: readonly Student[], now: Date): Promise<MonthOfBills[]> {
  const [year = 2026, month = 1] = dayIn(scope.campus.timeZone, now).split('-').map(Number);
  const months: MonthOfBills[] = [];
  for (const { group, bills } of makeBillings(students, { year, month })) {
    const createdAt = now.toISOString();
    const groupID = await insertGroup(scope, group, createdAt);
    const { rows } = readBills(bills, scope.campus.country);
    await insertBills(
      scope,
      groupID,
      rows.map((row) => ({ ...row, createdAt, importID: null })),
    );
    const paid = await listAddedAsPaid(scope, { groupID, importID: null });
    await payWhole(scope, paid, { method: 'opening', source: 'opening', now: createdAt, isEarlier: true });
    months.unshift({ groupID, year: group.year, month: group.month });
  }
  return months;
}

/** Messages were sent in this many months. */
const monthsOfSends = 3;

/** Stores the sends and chats of three months, ordered by time. `months` has the newest first. */
async function fillMessages(
  scope: Scope,
  { students, months, now }: { students: readonly Student[]; months: readonly MonthOfBills[]; now: Date },
): Promise<void> {
  const sender = await needDemoSender(scope);
  const stage = { scope, senderID: sender.id, now };
  const sent = months.slice(0, monthsOfSends);
  const unpaid = await listUnpaid(scope, sent[0]?.groupID ?? 0, now);
  const owing = new Set(unpaid.flatMap(({ numbers }) => numbers));
  const { cast, ...writers } = castOf(students, scope.campus.country);
  const noticesAt = sent.map((month) => noticeAt(stage, month));
  const events = [
    ...listSendsOfDemo(stage, sent, cast),
    ...listChatsOfDemo(stage, { noticesAt, owing, ...writers }),
  ];
  for (const { happen } of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) await happen();
}

/** Fills a new campus with the demonstration school, in the caller's transaction. */
async function fillDemoSchool(scope: Scope, now: Date): Promise<void> {
  const students = makeStudents(studentCount);
  await fillRosters(scope, students);
  await insertTemplates(scope, [{ ...openFeeTemplate }, { ...lastReminderTemplate }], now.toISOString());
  const months = await fillBillings(scope, students, now);
  const [newestID = 0, beforeID = 0] = months.map(({ groupID }) => groupID);
  await insertAccount(scope, { ...openAccount, createdAt: now.toISOString() });
  await fillPayments(scope, { newestID, beforeID, now });
  await fillPromises(scope, { newestID, now });
  await fillMessages(scope, { students, months, now });
}

/**
 * Stores the first data of a new campus, in the caller's transaction: the demo phone and sample templates, and with
 * `demo` the demonstration school.
 */
export async function fillNewCampus(
  scope: Scope,
  { demo, now, runtime }: { demo: boolean; now: Date; runtime: Runtime },
): Promise<void> {
  const receiptSecret = runtime.randomBytes(8).toString('hex');
  await insertDemoSender(scope, { receiptSecret, now: now.toISOString() });
  const templates = starterTemplates.map((template) => ({ ...template }));
  await insertTemplates(scope, templates, now.toISOString());
  if (demo) await fillDemoSchool(scope, now);
}

/** Returns the sender of the campus if it is the demo phone. Throws otherwise. */
export async function needDemoSender(scope: Scope): Promise<SenderRow> {
  const sender = await findSender(scope);
  if (sender?.provider !== 'demo') throw new Failure('notFound', failureWords.notFound);
  return sender;
}
