import { describe, expect, test } from 'vitest';
import { order, printAreas } from './architecture/areas.ts';
import { checkArchitecture } from './architecture/check.ts';
import { printGraph } from './architecture/modules.ts';
import { findQueries } from './architecture/queries.ts';
import { printReach, reachOf } from './architecture/reach.ts';
import { readSource } from './architecture/source.ts';

/** The complaints about these files, one line each. */
function complaintsOf(files: Record<string, string>): string {
  return checkArchitecture(files)
    .complaints.map(({ path, line, text }) => `${path}:${line} ${text}`)
    .join('\n');
}

function importing(path: string, from: string): string {
  return complaintsOf({ [path]: `import { it } from '${from}';\nit();\n` });
}

function longFunction(lines: number): string {
  return `export function pay() {\n${'  pay();\n'.repeat(lines - 2)}}\n`;
}

test('Files that keep the rules have no complaints.', () => {
  const files = {
    'src/server/app.ts': `import { billRoutes } from './billing/bills/routes.ts';\nbillRoutes();\n`,
    'src/server/billing/bills/routes.ts': `import { list } from './bills-queries.ts';\nexport function billRoutes() { list(); }\n`,
    'src/server/billing/bills/bills-queries.ts': `import { db } from '../../platform/db/open.ts';\nimport { z } from 'zod';\nexport function list() { db(z); }\n`,
    'src/server/platform/db/open.ts': `export function db(z: unknown) { return z; }\n`,
    'src/web/screens/outbox.tsx': `import { Row } from '../features/outbox/row.tsx';\nexport function Outbox() { return <Row />; }\n`,
    'src/web/features/outbox/row.tsx': `import { money } from '#shared/money/money.ts';\nexport function Row() { return money; }\n`,
    'src/shared/money/money.ts': 'export const money = 1;\n',
  };
  expect(complaintsOf(files)).toBe('');
  const { areas, modules } = checkArchitecture(files);
  expect(printAreas(areas)).toBe(
    ['  billing -> platform/db', '  platform/db -> (none)', '  2 areas, 1 arrows between them'].join('\n'),
  );
  expect(printGraph(modules)).toBe(
    [
      '  app.ts -> billing/bills',
      '  billing/bills -> platform/db',
      '  platform/db -> (shared only)',
      '  web/features/outbox -> (shared only)',
      '  web/screens -> web/features/outbox',
    ].join('\n'),
  );
});

describe('names', () => {
  test.each([
    ['src/server/billing/bills/queries.ts', 'bills.ts, bills-queries.ts, bills-rules.ts'],
    ['src/server/billing/bills/rules.test.ts', '"rules.test.ts" says nothing'],
    ['src/server/billing/bills/inner/queries.ts', 'Nothing is deeper than area/module'],
    ['src/server/platform/db/migrations/old/0001-begin.ts', 'Nothing is deeper than area/module'],
    ['src/server/chat/queries.ts', 'chat.ts, chat-queries.ts, chat-rules.ts'],
    ['src/server/bills/bills.ts', '"bills" is no area'],
    ['src/server/clock.ts', 'stand beside the areas'],
    ['src/web/hooks/use-bills.ts', 'src/web has screens'],
    ['src/lib/money.ts', 'src has shared'],
    ['src/shared/readRow.ts', 'not kebab-case'],
    ['test/Support/campus.ts', 'not kebab-case'],
    ['src/shared/date-utils.ts', '"utils" says nothing'],
    ['test/support/helpers.ts', '"helpers" says nothing'],
    ['src/web/features/common/row.tsx', '"common" says nothing'],
    ['src/server/platform/db/misc.ts', '"misc" says nothing'],
    ['src/shared/types.ts', '"types" says nothing'],
    ['src/server/platform/files/file-service.ts', '"service" says nothing'],
    ['scripts/lane-manager.ts', '"manager" says nothing'],
    ['src/shared/calls/index.ts', '"index" says nothing'],
  ])('The path %s is refused.', (path, text) => {
    expect(complaintsOf({ [path]: 'export const one = 1;\n' })).toContain(text);
  });

  test('A file that only re-exports is refused.', () => {
    const text = `export * from './groups.ts';\nexport { bill } from './bills.ts';\n`;
    expect(complaintsOf({ 'src/shared/calls/all.ts': text })).toContain('only re-exports');
  });

  test.each([
    'src/server/billing/bills/bills-rules.test.ts',
    'src/server/outbox/model.ts',
    'src/server/outbox/tables.ts',
    'src/server/outbox/delivery/claims.ts',
    'src/server/chat/chat-queries.ts',
    'src/server/platform/http/mount.ts',
    'src/server/whatsapp/cloud/account-changes.ts',
    'src/server/platform/db/migrations/0001-begin.ts',
    'src/web/features/bills/bill-card.module.css',
    'src/web/index.html',
  ])('The path %s is allowed.', (path) => {
    expect(complaintsOf({ [path]: '' })).toBe('');
  });
});

describe('titles', () => {
  const titled = (title: string) =>
    complaintsOf({ 'test/http/bills.test.ts': `describe('bills', () => { it${title}, () => {}); });\n` });

  test.each([`('is told of it'`, `.skip('goes on'`, `.each([1])('of %s bills'`])(
    'A test title that begins in the middle of a sentence is refused: %s',
    (title) => expect(titled(title)).toContain('is no sentence'),
  );

  test.each([`('A bill is paid.'`, `('clientID makes a send idempotent.'`, `('{{payable}} is filled.'`])(
    'A test title that begins with a capital letter or a name is allowed: %s',
    (title) => expect(titled(title)).toBe(''),
  );
});

describe('sizes', () => {
  test('A function may have at most 50 lines, and a function of a test may have any number.', () => {
    expect(complaintsOf({ 'src/shared/money/money.ts': longFunction(50) })).toBe('');
    expect(complaintsOf({ 'src/shared/money/money.ts': longFunction(51) })).toContain('pay has 51 lines');
    expect(complaintsOf({ 'test/support/campus.ts': longFunction(300) })).toBe('');
  });

  test('A component may have at most 120 lines, and any other function of a .tsx file at most 50.', () => {
    const component = (name: string, lines: number) =>
      `const ${name} = memo(() => {\n${'  f();\n'.repeat(lines - 2)}});\n`;
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 120) })).toBe('');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 121) })).toContain('Row has 121 lines');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('useRow', 51) })).toContain('useRow has 51 lines');
  });

  test('A function may have at most three parameters, and a callback may have any number.', () => {
    const four = '(a: number, b: number, c: number, d: number)';
    expect(complaintsOf({ 'src/shared/a.ts': `const add = ${four} => a + b + c + d;\n` })).toContain(
      'add takes 4',
    );
    expect(complaintsOf({ 'src/shared/a.ts': `export class A { add${four} {} }\n` })).toContain(
      'add takes 4',
    );
    expect(complaintsOf({ 'src/shared/a.ts': `list.replace(/a/, ${four} => a);\n` })).toBe('');
  });
});

describe('hints', () => {
  const hintsAbout = (files: Record<string, string>) => checkArchitecture(files).hints.join('\n');

  test.each([
    ['src/shared/money/money.ts', 250],
    ['src/web/ui/row.tsx', 300],
    ['test/http/groups.test.ts', 400],
    ['src/shared/money/money.test.ts', 400],
  ])('A hint says that %s has more than %i lines.', (path, most) => {
    expect(hintsAbout({ [path]: 'one();\n'.repeat(most) })).toBe('');
    const long = { [path]: 'one();\n'.repeat(most + 1) };
    expect(hintsAbout(long)).toContain(`${path} has ${most + 1} lines`);
    expect(complaintsOf(long)).toBe('');
  });

  test('A hint names a module that only one other module of its area imports.', () => {
    const files = {
      'src/server/outbox/enqueue/enqueue.ts': `import '../limits/limits.ts';\n`,
      'src/server/outbox/limits/limits.ts': '',
    };
    expect(hintsAbout(files)).toBe(
      'outbox/limits is imported by outbox/enqueue alone: is it a noun of its own?',
    );
    expect(hintsAbout({ ...files, 'src/server/outbox/limits/routes.ts': '' })).toBe('');
    expect(
      hintsAbout({ ...files, 'src/server/outbox/manual/manual.ts': `import '../limits/limits.ts';\n` }),
    ).toBe('');
  });
});

describe('imports', () => {
  test.each([
    ['src/shared/money/money.ts', 'node:fs', 'shared runs in browser and server'],
    ['src/shared/money/money.ts', 'hucre', 'shared runs in browser and server'],
    ['src/shared/money/money.ts', '../../server/app.ts', 'shared imports nothing but shared'],
    ['src/shared/sheets/read-row.ts', 'zod', 'shared runs in browser and server'],
    ['src/shared/sheets/read-row.ts', '../words/bills.ts', 'can be used alone'],
    ['src/shared/sheets/read-row.ts', '../limits.ts', 'can be used alone'],
    ['src/server/whatsapp/graph.ts', 'fastify', 'whatsapp knows HTTP'],
    ['src/server/whatsapp/graph.ts', '../platform/db/open.ts', 'whatsapp knows nothing else'],
    ['src/server/platform/db/open.ts', '../../chat/chat-queries.ts', 'chat is above platform/db'],
    ['src/server/platform/files/routes.ts', '../../auth/door.ts', 'auth is above platform/files'],
    ['src/server/platform/live/routes.ts', '../../trail/model.ts', 'trail is above platform/live'],
    ['src/server/outbox/lists/page.ts', '../../billing/bills/bills.ts', 'billing is above outbox'],
    ['src/server/chat/chat.ts', '../app.ts', 'app.ts starts the program'],
    ['src/server/deps.ts', './senders/model.ts', 'Every area may import deps.ts'],
    ['src/server/chat/chat.ts', '../../web/lib/send.ts', 'meet only in src/shared'],
    ['src/server/chat/chat.ts', '../../../test/support/campus.ts', 'does not import test/support/campus.ts'],
    ['src/web/lib/send.ts', '../../server/config.ts', 'meet only in src/shared'],
    ['src/web/features/bills/card.tsx', '../groups/api.ts', 'Features do not import features'],
    ['src/web/features/bills/card.tsx', '../../screens/outbox.tsx', 'features stands below screens'],
    ['src/web/ui/row.tsx', '../features/bills/card.tsx', 'ui stands below features'],
    ['src/web/ui/row.tsx', '../lib/send.ts', 'ui could ship in another product'],
    ['src/web/ui/row.tsx', '#shared/words/screen.ts', 'ui could ship in another product'],
    ['src/web/lib/send.ts', '../main.tsx', 'are entry points'],
    ['src/web/lib/send.ts', '#shared/calls/find.ts', 'only types of the calls'],
  ])('%s may not import %s.', (path, from, text) => {
    expect(importing(path, from)).toContain(text);
  });

  test.each([
    ['src/shared/people/phone.ts', 'libphonenumber-js/max'],
    ['src/shared/sheets/read-xlsx.ts', 'hucre'],
    ['src/shared/money/money.test.ts', 'vitest'],
    ['src/server/outbox/delivery/worker.ts', '../../whatsapp/port.ts'],
    ['src/server/whatsapp/cloud/outcomes.ts', '../port.ts'],
    ['src/server/platform/db/store.ts', '../../config.ts'],
    ['src/server/deps.ts', './whatsapp/port.ts'],
    ['src/server/whatsapp/cloud/graph.ts', '../../runtime.ts'],
    ['src/server/start.ts', './operations/health/health.ts'],
    ['src/web/features/bills/card.tsx', '../../ui/row.tsx'],
  ])('%s may import %s.', (path, from) => {
    expect(importing(path, from)).toBe('');
  });

  test('The sheets may not reach the calls through a folder that they may import.', () => {
    const files = {
      'src/shared/sheets/read-row.ts': `import { split } from '../money/paid.ts';\nsplit();\n`,
      'src/shared/money/paid.ts': `import type { Bill } from '../calls/bills.ts';\nexport const split = (bill: Bill) => bill;\n`,
    };
    expect(complaintsOf(files)).toContain(
      'src/shared/money/paid.ts:1 src/shared/sheets/ can be used alone and would now need src/shared/calls/bills.ts',
    );
  });

  test('The page may import types of the calls, and no values.', () => {
    const path = 'src/web/lib/send.ts';
    const text = (words: string) => ({ [path]: `${words} from '#shared/calls/find.ts';\nf();\n` });
    expect(complaintsOf(text('import type { FoundBill }'))).toBe('');
    expect(complaintsOf(text('import { type FoundBill }'))).toBe('');
    expect(complaintsOf(text('import { type FoundBill, find }'))).toContain('only types of the calls');
  });

  test('Re-exports and dynamic imports are checked too.', () => {
    const path = 'src/web/features/bills/card.tsx';
    expect(complaintsOf({ [path]: `export { a } from '../groups/api.ts';\nf();\n` })).toContain(
      `${path}:1 Features`,
    );
    expect(complaintsOf({ [path]: `\nawait import('../groups/api.ts');\n` })).toContain(`${path}:2 Features`);
  });
});

describe('cycles', () => {
  test('A cycle of modules is found although no file imports itself.', () => {
    const text = complaintsOf({
      'src/server/billing/bills/bills.ts': `import '../groups/groups-queries.ts';\n`,
      'src/server/billing/groups/groups-queries.ts': `import type { A } from '../families/families-rules.ts';\n`,
      'src/server/billing/families/families.ts': `import '../bills/bills-rules.ts';\n`,
    });
    expect(text).toContain('cycle: billing/bills -> billing/groups -> billing/families -> billing/bills');
  });

  test('A cycle of files is found, also by types.', () => {
    const text = complaintsOf({
      'src/shared/day.ts': `import { a } from './month.ts';\n`,
      'src/shared/month.ts': `import type { A } from './day.ts';\n`,
    });
    expect(text).toContain('cycle: src/shared/day.ts -> src/shared/month.ts -> src/shared/day.ts');
  });

  test('The model of an area may be imported by its modules.', () => {
    const text = complaintsOf({
      'src/server/templates/templates.ts': `import './approvals/approvals.ts';\n`,
      'src/server/templates/approvals/approvals.ts': `import '../model.ts';\n`,
      'src/server/templates/model.ts': '',
    });
    expect(text).toBe('');
  });
});

describe('areas', () => {
  test('The number of areas, and of arrows between them, is limited.', () => {
    const more = Array.from({ length: 23 }, (_, at) => [`src/server/area-${at}/model.ts`, '']);
    expect(complaintsOf(Object.fromEntries(more))).toContain('23 areas beside platform, at most 22');
    const all = Object.fromEntries(
      order.map((area, index) => [
        `src/server/${area}/model.ts`,
        order
          .slice(index + 1)
          .map((below) => `import '${area.startsWith('platform/') ? '../..' : '..'}/${below}/model.ts';\n`)
          .join(''),
      ]),
    );
    expect(complaintsOf(all)).toContain(
      `${(order.length * (order.length - 1)) / 2} arrows between areas, at most`,
    );
  });
});

describe('table owners', () => {
  test('The ledger alone also writes the figures of bills, which billing owns.', () => {
    const bills = `declare module '../platform/db/tables.ts' {\n  interface Tables { bill: { id: number } }\n}\n`;
    const written = (area: string) =>
      complaintsOf({
        'src/server/billing/tables.ts': bills,
        [`src/server/${area}/figures-queries.ts`]: `db.updateTable('bill').set({ paid: 1 });`,
      });
    expect(written('ledger')).toBe('');
    expect(written('counter')).toContain('bill is written by billing alone');
  });

  const tables = {
    'src/server/outbox/tables.ts': `declare module '../platform/db/tables.ts' {\n  interface Tables { message: { id: number }; 'opt_out': { id: number } }\n}\n`,
    'src/server/chat/tables.ts': `declare module '../platform/db/tables.ts' {\n  interface Tables { inbound: { id: number } }\n}\n`,
  };

  test.each([
    `db.insertInto('message').values(row);`,
    `db.with('one', (db) => db.updateTable('message as m').set({ a: 1 }));`,
    `scope.db.deleteFrom('message').where('id', '=', 1);`,
    `await insertMany(scope.db, 'message', rows);`,
    'await sql`insert into message ("id") values (1)`.execute(db);',
    `sql<Row>\`with \${rows} update "message" as m set text = 1\`.execute(db);`,
    `sql.raw('DELETE FROM message where id = 1');`,
    `const mark = \`update message\n set text = \${text}\`;`,
    `sql\`insert into inbound (id) select id from \${rows}; delete from opt_out\`;`,
  ])('A table is not written by another area: %s', (text) => {
    expect(complaintsOf({ ...tables, 'src/server/chat/chat-queries.ts': text })).toContain(
      `src/server/chat/chat-queries.ts:1 ${text.includes('opt_out') ? 'opt_out' : 'message'}`,
    );
  });

  test.each([
    `db.insertInto('inbound').values(row);`,
    `db.selectFrom('message').innerJoin('opt_out', 'a', 'b').forUpdate();`,
    'sql`insert into inbound (id) select id from message on conflict do update set id = 1`;',
    `const text = 'Delete from here what you set.';`,
    'sql`select id from message for update of message`;',
  ])('A table is written by its owner and read by every area: %s', (text) => {
    expect(complaintsOf({ ...tables, 'src/server/chat/chat-queries.ts': text })).toBe('');
  });

  test('Modules of the owner, migrations and tests may write a table.', () => {
    const text = `db.insertInto('message');`;
    for (const path of [
      'src/server/outbox/enqueue/enqueue-queries.ts',
      'src/server/platform/db/migrations/0001-begin.ts',
      'src/server/chat/chat-queries.test.ts',
      'test/support/campus.ts',
    ]) {
      expect(complaintsOf({ ...tables, [path]: text })).toBe('');
    }
  });

  test('A table that no area declares is written by platform/db alone.', () => {
    const text = `db.insertInto('migration');`;
    expect(complaintsOf({ ...tables, 'src/server/platform/db/migrate.ts': text })).toBe('');
    expect(complaintsOf({ ...tables, 'src/server/chat/chat-queries.ts': text })).toContain(
      'migration is written by platform/db alone',
    );
  });

  test('A statement names the table it writes, except in helpers of platform/db.', () => {
    const text = `db.deleteFrom(table); sql\`insert into \${table} values (1)\`;`;
    expect(complaintsOf({ 'src/server/chat/chat-queries.ts': text })).toContain('does not name the table');
    expect(complaintsOf({ 'src/server/platform/db/insert-many.ts': text })).toBe('');
  });

  test('Two areas may not declare the same table.', () => {
    const text = `interface Tables { message: { id: number } }`;
    expect(complaintsOf({ ...tables, 'src/server/templates/tables.ts': text })).toContain(
      'message is declared by outbox too',
    );
  });
});

describe('runtime use', () => {
  const path = 'src/server/outbox/delivery/rate.ts';

  test.each([
    ['Date.now', 'const at = Date.now();'],
    ['new Date()', 'const at = new Date();'],
    ['performance', 'const at = performance.now();'],
    ['process.hrtime', 'const at = process.hrtime.bigint();'],
    ['setTimeout', 'setTimeout(tick, 5);'],
    ['setInterval', 'const timers = { every: setInterval };'],
    ['setImmediate', 'await new Promise((done) => setImmediate(done));'],
    ['Math.random', 'const chance = Math.random;'],
    ['AbortSignal.timeout', 'const signal = AbortSignal.timeout(5);'],
    ['fetch', 'await fetch(url);'],
    ['crypto', 'const id = crypto.randomUUID();'],
    ['node:timers/promises', `import { setTimeout as wait } from 'node:timers/promises';`],
    ['node:dns/promises', `const { lookup } = await import('node:dns/promises');`],
    ['randomBytes of node:crypto', `import { createHash, randomBytes } from 'node:crypto';`],
    ['randomUUID of node:crypto', `import { randomUUID as freshID } from 'node:crypto';`],
    ['default of node:crypto', `import * as words from 'node:crypto';`],
    ['request of node:http', `import { request } from 'node:http';`],
    ['now() in SQL', `sql\`update message set at = now() where id = \${id}\`;`],
    ['current_timestamp in SQL', `sql.raw('select current_timestamp');`],
    ['random( in SQL', `sql.raw('select id from message order by random()');`],
    ['randomblob( in SQL', 'sql`select hex(randomblob(8))`;'],
    [`datetime( in SQL`, `sql.raw("select datetime('now')");`],
  ])('%s must come from the Runtime.', (what, text) => {
    expect(complaintsOf({ [path]: text })).toContain(`${path}:1 ${what} is the computer's own`);
  });

  test.each([
    'const at = new Date(stored);',
    'const at = deps.now();',
    'const at = elapsed();',
    'await runtime.fetch(url);',
    'const runtime = { fetch: ask, random: () => 0.5 };',
    'type Ask = typeof fetch;',
    'const signal = runtime.timeout(5);',
    `import { createHash, createHmac, timingSafeEqual } from 'node:crypto';`,
    `import type { IncomingHttpHeaders } from 'node:http';`,
    `const text = \`It is now (\${at}) here.\`;`,
    `sql\`select id from message where at < \${now()}\`;`,
    'sql`select datetime(at) from message`;',
  ])('Code that uses the Runtime or no clock is allowed: %s', (text) => {
    expect(complaintsOf({ [path]: text })).toBe('');
  });

  test('A few listed files may use a clock or the network directly, each only the one that it is listed for.', () => {
    expect(complaintsOf({ 'src/server/runtime.ts': 'setTimeout(call, Date.now());' })).toBe('');
    expect(complaintsOf({ 'src/server/main.ts': 'setTimeout(end, Date.now());' })).toBe('');
    expect(complaintsOf({ 'src/server/main.ts': 'await fetch(url);' })).toContain('fetch is');
    expect(
      complaintsOf({ 'src/server/platform/db/migrations/0001-begin.ts': 'const at = new Date();' }),
    ).toBe('');
  });

  test('Tests, scripts and pages are not checked for clocks.', () => {
    for (const path of [
      'src/server/loop.test.ts',
      'test/support/campus.ts',
      'scripts/backup.ts',
      'src/web/lib/send.ts',
    ])
      expect(complaintsOf({ [path]: 'setTimeout(tick, Date.now());' })).toBe('');
  });
});

describe('reach', () => {
  const sources = Object.entries({
    'src/server/outbox/delivery/completer-rules.ts': `import type { Claimed } from '../model.ts';\nimport { day } from '#shared/time/dates.ts';\n`,
    'src/server/outbox/model.ts': `import type { Outcome } from '../whatsapp/port.ts';\nimport { z } from 'zod';\n`,
    'src/server/whatsapp/port.ts': `export type { Sent } from '../outbox/model.ts';\n`,
    'src/server/platform/db/open.ts': '',
    'src/server/main.ts': `const open = await import('./platform/db/open.ts');\n`,
    'src/shared/time/dates.ts': `import './money.ts';\n`,
  }).map(([path, text]) => readSource(path, text));

  test('The reach of a file is everything it imports, directly or not, without shared.', () => {
    expect(reachOf(sources, 'src/server/outbox/delivery/completer-rules.ts')).toEqual([
      'src/server/outbox/delivery/completer-rules.ts',
      'src/server/outbox/model.ts',
      'src/server/whatsapp/port.ts',
    ]);
    expect(reachOf(sources, 'src/server/main.ts')).toHaveLength(2);
  });

  test('Files that change often have a limit for their reach.', () => {
    const files = Array.from({ length: 15 }, (_, at) => `src/server/platform/db/part-${at}.ts`);
    const parts = Object.fromEntries(files.map((path) => [path, 'export const part = 1;\n']));
    const reaching = (count: number) =>
      complaintsOf({
        ...parts,
        'src/server/ledger/marks/marks.ts': files
          .slice(0, count)
          .map((path) => `import '../../platform/db/${path.slice('src/server/platform/db/'.length)}';\n`)
          .join(''),
      });
    expect(reaching(14)).not.toContain('reaches');
    expect(reaching(15)).toContain('reaches 16 files, the ceiling is 15');
  });

  test('The reach of a file is printed by folder.', () => {
    expect(printReach(sources, 'src/server/outbox/delivery/completer-rules.ts')).toBe(
      [
        'src/server/outbox/delivery/completer-rules.ts reaches 3 files in 3 folders',
        '  src/server/outbox/delivery: completer-rules.ts',
        '  src/server/outbox: model.ts',
        '  src/server/whatsapp: port.ts',
      ].join('\n'),
    );
  });

  test('The reach of a file that does not exist is an error.', () => {
    expect(() => reachOf(sources, 'chat/rules.ts')).toThrow('There is no chat/rules.ts');
  });
});

describe('queries', () => {
  const found = (text: string) => findQueries('src/server/chat/chat-queries.ts', text);

  test.each([
    [`export async function list(scope: Scope) { return scope.db.selectFrom('a').execute(); }`, 'Scope'],
    [`export const list = (db: Db, id: number) => db.selectFrom('a').executeTakeFirst();`, 'Db'],
    ['export const list = ({ db }: Scope) => sql`select 1`.execute(db);', 'Scope'],
    [
      `export async function list(scope: Pick<Scope, 'db'>) { await insertMany(scope.db, 'a', []); }`,
      `Pick<Scope, 'db'>`,
    ],
    [`export async function* list(scope: Scope) { yield* scope.db.selectFrom('a').stream(); }`, 'Scope'],
    [`export const list = memoize(async (scope: Scope) => scope.db.selectFrom('a').execute());`, 'Scope'],
    [
      `const inner = (db) => db.a().execute(); async function list(db: Db) { await inner(db); } export { list };`,
      'Db',
    ],
    [`export const list = async () => { await open.execute(); };`, ''],
  ])('A function that runs SQL is found: %s', (text, serves) => {
    expect(found(text)).toEqual([{ name: 'list', serves }]);
  });

  test.each([
    `async function list(scope: Scope) { return scope.db.selectFrom('a').execute(); }`,
    `export const waiting = (scope: Scope) => scope.db.selectFrom('a');`,
    `import { list } from './queries.ts';\nexport const show = (scope: Scope) => list(scope);`,
  ])('No function runs SQL in: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('vocabulary', () => {
  test.each([
    [
      'src/server/chat/chat.ts',
      'export const knownNumber = 1;\n',
      '"knownNumber": instead of "known" write existing',
    ],
    [
      'src/server/chat/model.ts',
      'export type SendWish = { text: string };\n',
      '"SendWish": instead of "wish"',
    ],
    [
      'src/server/chat/tables.ts',
      "declare module '../platform/db/tables.ts' { interface Tables { chat: { told: string } } }\n",
      '"told": instead of "told" write notified',
    ],
    [
      'src/shared/calls/chats.ts',
      "import { z } from 'zod';\nexport const answer = z.object({ askedTotal: z.number() });\n",
      '"askedTotal": instead of "asked" write charged',
    ],
  ])('A word that is not ours is refused in %s.', (path, text, complaint) => {
    expect(complaintsOf({ [path]: text })).toContain(complaint);
  });

  test('Parts of longer words, names in stored documents and old migrations may stay.', () => {
    const files = {
      'src/server/chat/chat.ts': 'export const taskedWith = 1;\nexport const toldByPhone = 2;\n',
      'src/server/platform/db/migrations/0001-begin.ts': 'export const said = 1;\n',
    };
    expect(complaintsOf(files)).toBe('');
  });
});
