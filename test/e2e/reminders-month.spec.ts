/**
 * A month of reminders. Bills are imported and rules switched on in the browser, payments come at the counter, and the
 * computer is off for nine days. The program has its own clock.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { compileCache } from '../support/compile-cache.ts';
import { type Program, password } from './fixtures.ts';
import { fileInput, saveChecked, sheet, waitForCheck } from './import-panel.ts';
import { watchPrinter } from './printer.ts';
import { addTemplate, test as base, type Clerk, expect } from './spec/desk.ts';

/** The orders to the program of test/support/clocked-program.ts. */
type Order = { ahead: number } | 'look';

type Month = {
  program: Program;
  /** Sets the clock to this time of a day in November in Karachi; it goes on from there. */
  set: (day: number, clock: string) => Promise<void>;
  now: () => Date;
  /** Runs the worker of reminders and waits until all messages are sent. */
  look: (clerk: Clerk) => Promise<void>;
  turnOff: () => Promise<void>;
  turnOn: () => Promise<unknown>;
};

/** Sends an order and waits for its answer. */
async function order(child: ChildProcess, what?: Order): Promise<string> {
  const answered = once(child, 'message');
  if (what !== undefined) child.send(what);
  const [answer] = await answered;
  return String(answer);
}

async function openMonth(dataDir: string): Promise<Month> {
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  let child: ChildProcess | undefined;
  let port = '0';
  const turnOn = async () => {
    const env = { ...process.env, ...compileCache, DATA_DIR: dataDir, PORT: port, ADMIN_PASSWORD: password };
    child = fork('test/support/clocked-program.ts', {
      env: { ...env, CLOCK_AHEAD: String(ahead) },
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    const address = await order(child);
    ({ port } = new URL(address));
    return address;
  };
  const turnOff = async () => {
    if (!child) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    child = undefined;
  };
  const set: Month['set'] = async (day, clock) => {
    ahead = Date.parse(`2026-11-${String(day).padStart(2, '0')}T${clock}:00+05:00`) - Date.now();
    if (child) await order(child, { ahead });
  };
  const look: Month['look'] = async (clerk) => {
    if (!child) throw new Error('the computer is off');
    await order(child, 'look');
    // A message that is being sent when the clock jumps would lose its lease.
    const unfinished = async () =>
      (await clerk.ask<{ status: string }[]>('GET', '/Outbox/Export')).filter(({ status }) =>
        ['pending', 'queued', 'sending'].includes(status),
      );
    await expect.poll(unfinished).toEqual([]);
  };
  await set(1, '09:30');
  const program = { address: await turnOn(), dataDir, setupLink: undefined, complaints: () => '' };
  return { program, set, now, look, turnOff, turnOn };
}

const test = base.extend<object, { month: Month; program: Program }>({
  month: [
    // biome-ignore lint/correctness/noEmptyPattern: a fixture says by its pattern what it needs
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'qasid-month-'));
      const month = await openMonth(dataDir);
      await use(month);
      await month.turnOff();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  program: [({ month }, use) => use(month.program), { scope: 'worker' }],
});

const due = '10/11/2026';
const families = {
  never: '0345-8800001',
  early: '0345-8800002',
  onTheDay: '0345-8800003',
  part: '0345-8800004',
  two: '0345-8800005',
  extended: '0345-8800006',
  stopped: '0345-8800007',
  late: '0345-8800008',
};
const children: [name: string, family: keyof typeof families][] = [
  ['Never Pays', 'never'],
  ['Early Pays', 'early'],
  ['Day Pays', 'onTheDay'],
  ['Part Pays', 'part'],
  ['Ali Two', 'two'],
  ['Bina Two', 'two'],
  ['Extended', 'extended'],
  ['Stopped', 'stopped'],
  ['Late Pays', 'late'],
];
const columns =
  'RegistrationNumber,Name,Mobile,TotalAmount,AmountAfterDueDate,DueDate,VoucherMonth,VoucherYear';
const rows = children.map(
  ([name, family], at) => `M${at + 1},${name},${families[family]},5000,5500,${due},11,2026`,
);
const rules = ['bill', 'due-3', 'due', 'due+7'] as const;

type Bill = { id: number; name: string };
const billsOf = async (clerk: Clerk): Promise<Map<string, number>> => {
  const [group] = await clerk.ask<{ id: number }[]>('GET', '/Groups');
  const { items } = await clerk.ask<{ items: Bill[] }>('GET', `/Groups/${group?.id}/Contacts`);
  return new Map(items.map(({ id, name }) => [name, id]));
};

async function payAtCounter(page: Page, text: string): Promise<void> {
  const printed = await watchPrinter(page);
  await page.goto('/counter');
  const field = page.getByRole('textbox', { name: /^Voucher, registration/ });
  await field.fill(text);
  await field.press('Enter');
  const save = page.getByRole('button', { name: /^Save and print/ });
  await expect(save).toBeEnabled();
  await save.click();
  await expect.poll(printed).toHaveLength(1);
  await page.goto('about:blank');
}

let presses = 0;
function pay(clerk: Clerk, billID: number | undefined, amount: number): Promise<unknown> {
  presses += 1;
  const allocations = [{ billID, amount }];
  return clerk.ask('POST', '/Payments', {
    clientID: `press ${presses}`,
    method: 'cash',
    amount,
    allocations,
  });
}

/** The messages of each family, the oldest first. */
async function messagesTo(clerk: Clerk): Promise<Record<string, string[]>> {
  const all = await clerk.ask<{ number: string; text: string; status: string; createdAt: string }[]>(
    'GET',
    '/Outbox/Export',
  );
  const sent = all
    .filter(({ status }) => ['accepted', 'sent', 'delivered', 'read'].includes(status))
    .toReversed();
  return Object.fromEntries(
    Object.entries(families).map(([family, number]) => {
      const e164 = `+92${number.replace('-', '').slice(1)}`;
      return [family, sent.filter((one) => one.number === e164).map(({ text }) => text)];
    }),
  );
}

test('Over a month with reminders, each family gets exactly the expected messages.', async ({
  page,
  clerk,
  month,
}) => {
  const { set, now, look, turnOff, turnOn } = month;
  await page.clock.setFixedTime(now());
  await clerk.ask('PUT', '/Demo/Pace', { pace: 'instant' });
  for (const sendOn of rules)
    await addTemplate(clerk, {
      title: sendOn,
      message: `${sendOn} {{name}} {{payable}} {{dueDate}}`,
      sendOn,
    });

  // No rule is on until a person switches it on.
  await page.goto('/templates');
  await page.getByRole('button', { name: /^Reminders/ }).click();
  const panel = page.getByRole('region', { name: 'Reminders', exact: true });
  for (const sendOn of rules)
    await panel.getByRole('switch', { name: new RegExp(`^${sendOn.replace('+', '\\+')}:`) }).press('Space');
  await expect(panel.getByRole('switch', { name: /: /, checked: true })).toHaveCount(rules.length);

  await set(1, '10:00');
  await page.clock.setFixedTime(now());
  await page.goto('/send-messages?panel=new-billing');
  await fileInput(page).setInputFiles(sheet('November 2026.csv', [columns, ...rows]));
  expect(await waitForCheck(page, 30_000)).toBe('checked');
  await saveChecked(page, { name: 'November 2026', timeout: 30_000 });
  await page.goto('about:blank');
  const bills = await billsOf(clerk);
  await clerk.ask('POST', '/OptOuts', { number: families.stopped, note: 'asked at the desk' });

  /** Runs the worker on each of these days: at night, before the hour, at it and later. */
  const live = async (from: number, until: number) => {
    for (let day = from; day <= until; day += 1)
      for (const clock of ['00:01', '08:59', '09:01', '15:00']) {
        await set(day, clock);
        await look(clerk);
      }
  };
  await set(1, '10:29');
  await look(clerk);
  expect((await messagesTo(clerk)).never).toEqual([]);
  await set(1, '10:31');
  await look(clerk);
  await look(clerk);
  await live(2, 4);
  await set(5, '11:00');
  await page.clock.setFixedTime(now());
  await payAtCounter(page, 'M2');
  await live(6, 7);
  await set(8, '11:00');
  await pay(clerk, bills.get('Part Pays'), 2000);
  await pay(clerk, bills.get('Ali Two'), 5000);
  await set(9, '08:00');
  await clerk.ask('PUT', `/GroupContacts/${bills.get('Extended')}`, {
    dueDate: '2026-11-25',
    reason: 'The father asked for it',
  });
  await live(9, 9);
  await set(10, '08:30');
  await pay(clerk, bills.get('Day Pays'), 5000);
  await live(10, 10);

  // The computer is off from the 11th until the 20th.
  await turnOff();
  await set(20, '08:00');
  await turnOn();
  await look(clerk);
  await set(20, '08:30');
  await pay(clerk, bills.get('Late Pays'), 5500);
  await live(20, 30);

  const [before, after] = ['10 Nov 2026', '25 Nov 2026'];
  const two = (rule: string, ...names: string[]) =>
    names.map((line) => `${rule} ${line} 5,000 ${before}`).join('\n');
  expect(await messagesTo(clerk)).toEqual({
    never: [
      `bill Never Pays 5,000 ${before}`,
      `due-3 Never Pays 5,000 ${before}`,
      `due Never Pays 5,000 ${before}`,
      `due+7 Never Pays 5,500 ${before}`,
    ],
    early: [`bill Early Pays 5,000 ${before}`],
    onTheDay: [`bill Day Pays 5,000 ${before}`, `due-3 Day Pays 5,000 ${before}`],
    part: [
      `bill Part Pays 5,000 ${before}`,
      `due-3 Part Pays 5,000 ${before}`,
      `due Part Pays 3,000 ${before}`,
      `due+7 Part Pays 3,500 ${before}`,
    ],
    two: [
      two('bill', 'Ali Two', 'Bina Two'),
      two('due-3', 'Ali Two', 'Bina Two'),
      `due Bina Two 5,000 ${before}`,
      `due+7 Bina Two 5,500 ${before}`,
    ],
    extended: [
      `bill Extended 5,000 ${before}`,
      `due-3 Extended 5,000 ${before}`,
      `due-3 Extended 5,000 ${after}`,
      `due Extended 5,000 ${after}`,
    ],
    stopped: [],
    late: [
      `bill Late Pays 5,000 ${before}`,
      `due-3 Late Pays 5,000 ${before}`,
      `due Late Pays 5,000 ${before}`,
      // The missed reminder goes once the computer is on again.
      `due+7 Late Pays 5,500 ${before}`,
    ],
  });

  // The clerk sees it in the chat.
  await page.clock.setFixedTime(now());
  await page.goto(`/chats?list=all&chat=${encodeURIComponent('+923458800004')}`);
  await expect(page.getByText(`due+7 Part Pays 3,500 ${before}`).first()).toBeVisible();
});
