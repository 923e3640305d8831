// `npm run simulate -- --planted` puts each of these faults into a copy of the program, and the worlds must find it.
import { spawn } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { closeFolder, openFolder } from './folder.ts';

/** `isWide`: the fault is about people, keys or schools, so only wide worlds are run. */
type Planted = { name: string; file: string; find: string; put: string; isWide?: true };

export const planted: readonly Planted[] = [
  {
    name: 'a message in flight at a crash is sent again',
    file: 'src/server/outbox/delivery/rescue-queries.ts',
    find: `update message set status = 'unknown', reason = \${whyUnknown}, "leaseUntil" = null,`,
    put: `update message set status = 'queued', "dueAt" = \${leases.now}, reason = \${whyUnknown}, "leaseUntil" = null,`,
  },
  {
    name: 'a message is sent before its handover is stored',
    file: 'src/server/outbox/delivery/handover.ts',
    find: `new Promise((done) => commitOf(message)({ message, left, done }));`,
    put: `new Promise((done) => done(left !== undefined && message.id > 0));`,
  },
  {
    name: 'times of a clock that was ahead are not repaired',
    file: 'src/server/outbox/delivery/clocks.ts',
    find: `  const { senders, broadcasts, ...ahead } = await findTimesAhead(db, now);`,
    put: `  if (now) return;\n  const { senders, broadcasts, ...ahead } = await findTimesAhead(db, now);`,
  },
  {
    name: 'a restored backup sends its waiting messages',
    file: 'src/server/outbox/delivery/scheduler-queries.ts',
    find: `    .where('copiedAt', 'is', null)\n`,
    put: '',
  },
  {
    name: 'one stored notice that cannot be read breaks the list of broadcasts',
    file: 'src/server/outbox/lists/sends.ts',
    find: `= tellReason(stored);`,
    put: `= tellReason(stored?.includes('guard') ? ('{' as NonNullable<typeof stored>) : stored);`,
  },
  {
    name: 'a receipt of an older installation counts',
    file: 'src/server/outbox/receipts/receipts.ts',
    find: `words.find(({ word }) => word === named.receiptSecret)`,
    put: `words.find(({ word }) => word !== '')`,
  },
  {
    name: 'names: WhatsApp names are not learned from receipts',
    file: 'src/server/outbox/receipts/receipts.ts',
    find: `  if (learns) await learnFromReceipts(`,
    put: `  if (learns && receipts.length === 0) await learnFromReceipts(`,
  },
  {
    name: 'an outcome is stored without a check of the lease',
    file: 'src/server/outbox/delivery/completer-queries.ts',
    find: `      and (\${unindexedText('message.status')} = 'sending' and message."leaseUntil" = settled.lease
        or \${unindexedText('message.status')} = 'unknown' and settled.status in ('accepted', 'failed'))\`.execute(`,
    put: `      and \${unindexedText('message.status')} <> 'queued'\`.execute(`,
  },
  {
    name: 'a receipt moves a message back',
    file: 'src/server/outbox/receipts/receipts-queries.ts',
    find: `in (\${sql.join(raisedBy[status])})`,
    put: `in (\${sql.join([...raisedBy[status], 'delivered'])})`,
  },
  {
    name: 'quiet hours begin a minute late',
    file: 'src/server/senders/quiet-hours/quiet-hours-rules.ts',
    find: `const isAfter = clock >= quiet.from;`,
    put: `const isAfter = clock > quiet.from;`,
  },
  {
    name: 'undo forgets the bills that an import changed',
    file: 'src/server/imports/undo/undo.ts',
    find: `    await writeBack(scope, back, now);\n`,
    put: '',
  },
  {
    name: 'a retry keeps the old number',
    file: 'src/server/outbox/skip/skip-rules.ts',
    find: `  if (!bill.numbers.split(' ').includes(message.number)) return makeReason('numberChanged');\n`,
    put: '',
  },
  {
    name: 'a count is cached too long',
    file: 'src/server/outbox/lists/alerts.ts',
    find: `    pending: await countPending(scope),`,
    put: `    pending: (cached ??= await countPending(scope)),`,
  },
  {
    name: 'a right that was taken away still works',
    file: 'src/server/auth/door.ts',
    find: `  const proof = token && (await findProof(deps.store.db, token, deps.now().toISOString()));\n`,
    put: `  const proof = token && (believed.get(token) ?? (await findProof(deps.store.db, token, deps.now().toISOString())));
  if (token && proof) believed.set(token, proof);\n`,
    isWide: true,
  },
  {
    name: 'a revoked key still works',
    file: 'src/server/auth/auth-queries.ts',
    find: `    .where('api_key.revokedAt', 'is', null)\n`,
    put: '',
    isWide: true,
  },
  {
    name: 'the last administrator may give up the admin right',
    file: 'src/server/auth/people/people.ts',
    find: `    await needAdministrators(administrator, campusesLosingAdministrator(person, rights));\n`,
    put: '',
    isWide: true,
  },
  {
    name: 'messages of a suspended school are still sent',
    file: 'src/server/auth/schools/schools.ts',
    find: `    await hold(db, campusIDs, since);\n`,
    put: '',
    isWide: true,
  },
  {
    name: 'a send beyond the daily message limit still goes',
    file: 'src/server/auth/schools/schools.ts',
    find: `  if (most === null || now <= most) return;`,
    put: `  if (most === null || now - messages < most) return;`,
    isWide: true,
  },
  {
    name: 'a change of rights leaves no entry in the trail',
    file: 'src/server/auth/people/people.ts',
    find: `    if (Object.keys(changes).length === 0) continue;`,
    put: `    if (Object.keys(changes).length < 7) continue;`,
    isWide: true,
  },
  {
    name: 'a billing comes back from the bin without one of its bills',
    file: 'src/server/bin/bin.ts',
    find: `    if (rows.length > 0) yield rows;`,
    put: `    if (rows.length > 0) yield rows.length > 1 ? rows.slice(1) : rows;`,
  },
  {
    name: 'a deleted thing cannot be restored',
    file: 'src/server/bin/bin-queries.ts',
    find: `    .where('bin.until', '<=', now)
    .orderBy('bin.id')`,
    put: `    .orderBy('bin.id')`,
  },
  {
    name: 'a backup holds sessions',
    file: 'src/server/operations/backups/make-backup.ts',
    find: `const withoutRows = ['session', `,
    put: `const withoutRows = [`,
  },
  {
    name: 'money: a void payment stays in the figures of its bill',
    file: 'src/server/counter/payments/payments.ts',
    find: `    await updateAfterMoneyChange(scope, deps, { ...changed, now, paidSince: payment.createdAt });`,
    put: '',
  },
  {
    name: 'money: a repeated request counts as a new one',
    file: 'src/server/counter/payments/payments.ts',
    find: `clientID: body.clientID },`,
    put: `clientID: null },`,
  },
  {
    // A payment skips the waiting messages, and each claim decides again, so the fault is in what both of them ask.
    name: 'money: a paid bill is reminded of',
    file: 'src/server/outbox/skip/skip-rules.ts',
    find: `: reminderAudiences`,
    put: `: paymentOf(bill) === 'other' && reminderAudiences`,
  },
  {
    name: 'money: an amount stays carried when the newer bill is deleted',
    file: 'src/server/billing/bills/bills.ts',
    find: `const reopened = await takeBackCarriedTo(scope, [billID], { now });`,
    put: `const reopened = await takeBackCarriedTo(scope, [], { now });`,
  },
  {
    name: 'money: equal bank rows are not numbered',
    file: 'src/server/bank/bank-numbers/bank-numbers-rules.ts',
    find: `    return count === 1 ? key : \`\${key}#\${count}\`;`,
    put: `    return key;`,
  },
  {
    name: 'money: overlapping bank files count twice',
    file: 'src/server/bank/bank-numbers/bank-numbers-rules.ts',
    find: `    return count === 1 ? key : \`\${key}#\${count}\`;`,
    put: `    return \`\${key}#\${count} of \${keys.length}\`;`,
  },
  {
    name: 'money: an undone bank file leaves its bills paid',
    file: 'src/server/bank/bank-files/bank-files.ts',
    find: `    await updateAfterMoneyChange(scope, deps, { of, now, paidSince: file.createdAt });
    const details = { voided`,
    put: `    const details = { voided`,
  },
  {
    name: 'money: a bank row is posted although its match has changed since the check',
    file: 'src/server/bank/bank-files/bank-files-rules.ts',
    find: `  if (match !== judged.match) return judged.match;\n`,
    put: '',
  },
  {
    name: 'money: a repeated report of a biller is not recognised',
    file: 'src/server/bank/push-door/door.ts',
    find: `  if (await findPushed(scope, keys)) return nothing(tellPayment('03'));\n`,
    put: '',
  },
  {
    name: 'reminders: recent reminders are not looked up',
    file: 'src/server/reminders/runs/runs.ts',
    find: `  const messaged = new Set([...(await listMessagedRecently(scope, run, at)), ...waiting]);`,
    put: `  const messaged = new Set(waiting.slice(waiting.length));`,
  },
  {
    name: 'reminders: a reminder that waited too long still goes',
    file: 'src/server/outbox/skip/skip-rules.ts',
    find: `  if (lastDay !== null && states.today > lastDay)`,
    put: `  if (lastDay !== null && states.today > '9')`,
  },
  {
    name: 'reminders: a rule reminds of a paid bill',
    file: 'src/server/outbox/skip/skip-rules.ts',
    find: `export const reminderAudiences: readonly SendAudience[] = ['unpaid', 'overdue', 'open'];`,
    put: `export const reminderAudiences: readonly SendAudience[] = ['unpaid', 'overdue'];`,
  },
];

/** Extra lines that a fault needs at the end of its file. */
const more: Record<string, string> = {
  'src/server/outbox/lists/alerts.ts': '\nlet cached: number | undefined;\n',
  'src/server/auth/door.ts': '\nconst believed = new Map<string, Proof>();\n',
};

const root = resolve(import.meta.dirname, '../..');

function plant({ file, find, put }: Planted): string {
  const folder = openFolder('planted');
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(find)) throw new Error(`${file} no longer contains: ${find}`);
  writeFileSync(path, text.replace(find, put) + (more[file] ?? ''));
  return folder;
}

function run(folder: string, words: string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'test/simulation/main.ts', ...words],
      { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.on('close', () => done(output));
  });
}

/** Whether this world has no broken rule without the fault. Otherwise it found something else. */
const isWhole = async (seed: string, words: string[]): Promise<boolean> =>
  !(await run(root, ['--first', '--seeds', '1', '--from', seed, ...words])).includes('breaks');

/** The output of the first world that breaks only because of the fault. */
async function findFirst(one: Planted, seeds: number, words: string[]): Promise<string | undefined> {
  const folder = plant(one);
  try {
    for (let from = 1; from <= seeds; ) {
      const args = ['--first', '--from', String(from), '--seeds', String(seeds - from + 1), ...words];
      const [line] = (await run(folder, args)).split('\n').filter((text) => /^seed \d+ breaks/.test(text));
      const seed = /^seed (\d+)/.exec(line ?? '')?.[1];
      if (line === undefined || seed === undefined) return undefined;
      if (await isWhole(seed, words)) return line;
      from = Number(seed) + 1;
    }
    return undefined;
  } finally {
    closeFolder(folder);
  }
}

/**
 * Looks for each fault in so many worlds and prints which world found it. `only`: the faults whose name contains it.
 */
export async function findPlanted(seeds: number, words: string[], only: string | undefined): Promise<void> {
  let found = 0;
  const chosen = planted.filter(({ name }) => only === undefined || name.includes(only));
  for (const one of chosen) {
    const line = await findFirst(one, seeds, [...words, ...(one.isWide ? ['--wide'] : [])]);
    if (line !== undefined) found += 1;
    console.log(`${one.name} | ${line?.slice(0, 200) ?? 'not found'}`);
  }
  console.log(`${found} of ${chosen.length} found, each in at most ${seeds} worlds`);
}
