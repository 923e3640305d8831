// `npm run simulate -- --planted`: each of these faults is put into a copy of the program, and the worlds are to find it.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

type Planted = { name: string; file: string; find: string; put: string };

export const planted: readonly Planted[] = [
  {
    name: 'what was on its way at a crash is sent again',
    file: 'src/server/outbox/rescue/queries.ts',
    find: `update message set status = 'unknown', reason = \${whyUnknown}, "leaseUntil" = null,`,
    put: `update message set status = 'queued', "dueAt" = \${now}, reason = \${whyUnknown}, "leaseUntil" = null,`,
  },
  {
    name: 'times of a clock that was ahead are not mended',
    file: 'src/server/outbox/clocks/actions.ts',
    find: `  const { senders, broadcasts, ...ahead } = await findTimesAhead(db, now);`,
    put: `  if (now) return;\n  const { senders, broadcasts, ...ahead } = await findTimesAhead(db, now);`,
  },
  {
    name: 'a restored backup sends what waits in it',
    file: 'src/server/outbox/scheduler/queries.ts',
    find: `    .where('copiedAt', 'is', null)\n`,
    put: '',
  },
  {
    name: 'a stored reason that is long breaks the list',
    file: 'src/shared/calls/outbox.ts',
    find: `  reason: z.string().nullable(),\n  reasonCode: z.string().nullable(),\n  attempts`,
    put: `  reason: z.string().max(60).nullable(),\n  reasonCode: z.string().nullable(),\n  attempts`,
  },
  {
    name: 'a receipt of an older installation counts',
    file: 'src/server/outbox/receipts/actions.ts',
    find: `words.find(({ word }) => word === named.word)`,
    put: `words.find(({ word }) => word !== '')`,
  },
  {
    name: 'an outcome is written whoever has the lease',
    file: 'src/server/outbox/completer/queries.ts',
    find: `      and (\${unindexedText('message.status')} = 'sending' and message."leaseUntil" = settled.lease
        or \${unindexedText('message.status')} = 'unknown' and settled.status in ('accepted', 'failed'))\`.execute(`,
    put: `      and \${unindexedText('message.status')} <> 'queued'\`.execute(`,
  },
  {
    name: 'a receipt lowers',
    file: 'src/server/outbox/receipts/queries.ts',
    find: `in (\${sql.join(raisedBy[status])})`,
    put: `in (\${sql.join([...raisedBy[status], 'delivered'])})`,
  },
  {
    name: 'quiet hours begin a minute late',
    file: 'src/server/numbers/quiet-hours/rules.ts',
    find: `const isAfter = clock >= quiet.from;`,
    put: `const isAfter = clock > quiet.from;`,
  },
  {
    name: 'undo forgets the bills that an import changed',
    file: 'src/server/imports/undo/actions.ts',
    find: `    await changeBills(scope, back);\n`,
    put: '',
  },
  {
    name: 'a retry keeps the old number',
    file: 'src/server/outbox/skip/rules.ts',
    find: `  if (!bill.numbers.split(' ').includes(number)) return reasonOf('numberChanged');\n`,
    put: '',
  },
  {
    name: 'a count is cached too long',
    file: 'src/server/outbox/alerts/actions.ts',
    find: `    pending: await countPending(scope),`,
    put: `    pending: (cached ??= await countPending(scope)),`,
  },
];

/** Also where the fault needs a line of its own. */
const more: Record<string, string> = {
  'src/server/outbox/alerts/actions.ts': '\nlet cached: number | undefined;\n',
};

const root = resolve(import.meta.dirname, '../..');

function plant({ file, find, put }: Planted): string {
  const folder = mkdtempSync(join(tmpdir(), 'qasid-planted-'));
  for (const name of ['src', 'test', 'package.json', 'tsconfig.json']) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  if (!text.includes(find)) throw new Error(`${file} does not say any more: ${find}`);
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
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    child.on('close', () => done(said));
  });
}

/** Answers how many were found. */
export async function findPlanted(words: string[], only: string | undefined): Promise<number> {
  let found = 0;
  const chosen = planted.filter(({ name }) => only === undefined || name.includes(only));
  for (const one of chosen) {
    const folder = plant(one);
    const said = await run(folder, ['--first', ...words]);
    rmSync(folder, { recursive: true, force: true });
    const [line = 'not found'] = said
      .split('\n')
      .filter((text) => text.startsWith('seed ') && text.includes('breaks'));
    const worlds = /(\d+) of \d+ worlds/.exec(
      said.split('\n').findLast((text) => text.includes('worlds')) ?? '',
    )?.[1];
    if (line !== 'not found') found += 1;
    console.log(`${one.name} | ${line.slice(0, 160)} | ${worlds ?? '?'} worlds`);
  }
  console.log(`${found} of ${chosen.length} found`);
  return found;
}
