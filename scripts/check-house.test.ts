import { describe, expect, test } from 'vitest';
import { line, printAreas } from './house/areas.ts';
import { checkHouse } from './house/check.ts';
import { findQueries } from './house/queries.ts';
import { printReach, reachOf } from './house/reach.ts';
import { printGraph } from './house/rooms.ts';
import { readSource } from './house/source.ts';

/** The complaints of check-house about these files. */
function complaintsOf(files: Record<string, string>): string {
  return checkHouse(files)
    .complaints.map(({ path, line, text }) => `${path}:${line} ${text}`)
    .join('\n');
}

function importing(path: string, from: string): string {
  return complaintsOf({ [path]: `import { it } from '${from}';\nit();\n` });
}

function longFunction(lines: number): string {
  return `export function pay() {\n${'  pay();\n'.repeat(lines - 2)}}\n`;
}

test('Files that keep every rule cause no complaint.', () => {
  const files = {
    'src/server/app.ts': `import { billRoutes } from './billing/bills/routes.ts';\nbillRoutes();\n`,
    'src/server/billing/bills/routes.ts': `import { list } from './queries.ts';\nexport function billRoutes() { list(); }\n`,
    'src/server/billing/bills/queries.ts': `import { db } from '../../db/open.ts';\nimport { z } from 'zod';\nexport function list() { db(z); }\n`,
    'src/server/db/open.ts': `export function db(z: unknown) { return z; }\n`,
    'src/web/screens/outbox.tsx': `import { Row } from '../features/outbox/row.tsx';\nexport function Outbox() { return <Row />; }\n`,
    'src/web/features/outbox/row.tsx': `import { money } from '#shared/money.ts';\nexport function Row() { return money; }\n`,
    'src/shared/money.ts': 'export const money = 1;\n',
  };
  expect(complaintsOf(files)).toBe('');
  const { areas, rooms } = checkHouse(files);
  expect(printAreas(areas)).toBe(
    ['  billing -> db', '  db -> (none)', '  2 folders, 1 arrows between them'].join('\n'),
  );
  expect(printGraph(rooms)).toBe(
    [
      '  app.ts -> billing/bills',
      '  billing/bills -> db',
      '  db -> (shared only)',
      '  web/features/outbox -> (shared only)',
      '  web/screens -> web/features/outbox',
    ].join('\n'),
  );
});

describe('Names', () => {
  test.each([
    ['src/server/billing/repository.ts', 'An area holds rooms, model.ts'],
    ['src/server/billing/bills/repository.ts', 'A room holds routes.ts'],
    ['src/server/billing/bills/model.ts', 'A room holds routes.ts'],
    ['src/server/auth/account/door.ts', 'A room holds routes.ts'],
    ['src/server/billing/bills/inner/queries.ts', 'Nothing is deeper than area/room'],
    ['src/server/whatsapp/cloud/inner/rules.test.ts', 'Nothing is deeper than area/room'],
    ['src/server/bills/queries.ts', '"bills" has no place in the line of areas'],
    ['src/server/clock.ts', 'stand only areas'],
    ['src/web/hooks/use-bills.ts', 'src/web has screens'],
    ['src/lib/money.ts', 'src has shared'],
    ['src/shared/readRow.ts', 'not kebab-case'],
    ['test/Support/campus.ts', 'not kebab-case'],
    ['src/shared/date-utils.ts', '"utils" says nothing'],
    ['test/support/helpers.ts', '"helpers" says nothing'],
    ['src/web/features/common/row.tsx', '"common" says nothing'],
    ['src/server/db/misc.ts', '"misc" says nothing'],
    ['src/shared/types.ts', '"types" says nothing'],
    ['src/server/files/file-service.ts', '"service" says nothing'],
    ['scripts/lane-manager.ts', '"manager" says nothing'],
    ['src/shared/calls/index.ts', '"index" says nothing'],
  ])('The name %s causes the complaint: %s.', (path, text) => {
    expect(complaintsOf({ [path]: 'export const one = 1;\n' })).toContain(text);
  });

  test('A file that only re-exports is refused.', () => {
    const text = `export * from './groups.ts';\nexport { bill } from './bills.ts';\n`;
    expect(complaintsOf({ 'src/shared/calls/all.ts': text })).toContain('only re-exports');
  });

  test.each([
    'src/server/billing/bills/rules.test.ts',
    'src/server/outbox/model.ts',
    'src/server/outbox/tables.ts',
    'src/server/chat/queries.ts',
    'src/server/http/answers.ts',
    'src/server/whatsapp/cloud/account-changes.ts',
    'src/server/db/migrations/0001-begin.ts',
    'src/web/features/bills/bill-card.module.css',
    'src/web/index.html',
  ])('The name %s is allowed.', (path) => {
    expect(complaintsOf({ [path]: '' })).toBe('');
  });
});

describe('Sizes', () => {
  test('A function may have 50 lines, and in tests any number.', () => {
    expect(complaintsOf({ 'src/shared/money.ts': longFunction(50) })).toBe('');
    expect(complaintsOf({ 'src/shared/money.ts': longFunction(51) })).toContain('pay has 51 lines');
    expect(complaintsOf({ 'test/support/campus.ts': longFunction(300) })).toBe('');
  });

  test('A component may have 120 lines, and any other function of a .tsx file 50.', () => {
    const component = (name: string, lines: number) =>
      `const ${name} = memo(() => {\n${'  f();\n'.repeat(lines - 2)}});\n`;
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 120) })).toBe('');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 121) })).toContain('Row has 121 lines');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('useRow', 51) })).toContain('useRow has 51 lines');
  });

  test('A function may have three parameters, and a callback as many as its caller passes.', () => {
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

describe('Hints without a complaint', () => {
  const looksAt = (files: Record<string, string>) => checkHouse(files).looks.join('\n');

  test.each([
    ['src/shared/money.ts', 250],
    ['src/web/ui/row.tsx', 300],
    ['test/http/groups.test.ts', 400],
    ['src/shared/money.test.ts', 400],
  ])('A file such as %s with more than %i lines causes a hint and no complaint.', (path, most) => {
    expect(looksAt({ [path]: 'one();\n'.repeat(most) })).toBe('');
    const long = { [path]: 'one();\n'.repeat(most + 1) };
    expect(looksAt(long)).toContain(`${path} has ${most + 1} lines`);
    expect(complaintsOf(long)).toBe('');
  });

  test('A room that only one other room of its area imports causes a hint.', () => {
    const files = {
      'src/server/outbox/worker/worker.ts': `import '../scheduler/actions.ts';\n`,
      'src/server/outbox/scheduler/actions.ts': '',
    };
    expect(looksAt(files)).toBe(
      'outbox/scheduler is imported by outbox/worker alone: is it a noun of its own?',
    );
    expect(looksAt({ ...files, 'src/server/outbox/scheduler/routes.ts': '' })).toBe('');
    expect(
      looksAt({ ...files, 'src/server/outbox/manual/actions.ts': `import '../scheduler/actions.ts';\n` }),
    ).toBe('');
  });
});

describe('Directions', () => {
  test.each([
    ['src/shared/money.ts', 'node:fs', 'shared runs in browser and server'],
    ['src/shared/money.ts', 'hucre', 'shared runs in browser and server'],
    ['src/shared/money.ts', '../server/app.ts', 'shared imports nothing but shared'],
    ['src/server/whatsapp/graph.ts', 'fastify', 'whatsapp knows HTTP'],
    ['src/server/whatsapp/graph.ts', '../db/open.ts', 'whatsapp knows nothing else'],
    ['src/server/db/open.ts', '../chat/queries.ts', 'chat stands above db'],
    ['src/server/outbox/page/rules.ts', '../../billing/bills/rules.ts', 'billing stands above outbox'],
    ['src/server/chat/actions.ts', '../app.ts', 'Nobody imports app.ts'],
    ['src/server/deps.ts', './numbers/model.ts', 'Everybody may import deps.ts'],
    ['src/server/chat/actions.ts', '../../web/lib/send.ts', 'meet only in src/shared'],
    [
      'src/server/chat/actions.ts',
      '../../../test/support/campus.ts',
      'does not import test/support/campus.ts',
    ],
    ['src/web/lib/send.ts', '../../server/config.ts', 'meet only in src/shared'],
    ['src/web/features/bills/card.tsx', '../groups/api.ts', 'Features do not import features'],
    ['src/web/features/bills/card.tsx', '../../screens/outbox.tsx', 'features stands below screens'],
    ['src/web/ui/row.tsx', '../features/bills/card.tsx', 'ui stands below features'],
    ['src/web/ui/row.tsx', '../lib/send.ts', 'ui could ship in another product'],
    ['src/web/ui/row.tsx', '#shared/words/screen.ts', 'ui could ship in another product'],
    ['src/web/lib/send.ts', '../main.tsx', 'are entrances'],
    ['src/web/lib/send.ts', '#shared/calls/find.ts', 'only types of the calls'],
  ])('%s must not import %s.', (path, from, text) => {
    expect(importing(path, from)).toContain(text);
  });

  test.each([
    ['src/shared/phone.ts', 'libphonenumber-js/max'],
    ['src/shared/sheets/read-xlsx.ts', 'hucre'],
    ['src/shared/money.test.ts', 'vitest'],
    ['src/server/outbox/worker/worker.ts', '../../whatsapp/port.ts'],
    ['src/server/whatsapp/cloud/outcomes.ts', '../port.ts'],
    ['src/server/db/store.ts', '../config.ts'],
    ['src/server/deps.ts', './whatsapp/port.ts'],
    ['src/server/whatsapp/cloud/call-graph.ts', '../../runtime.ts'],
    ['src/server/start.ts', './health/actions.ts'],
    ['src/web/features/bills/card.tsx', '../../ui/row.tsx'],
  ])('%s may import %s.', (path, from) => {
    expect(importing(path, from)).toBe('');
  });

  test('The pages may import types of the calls, and no values.', () => {
    const path = 'src/web/lib/send.ts';
    const text = (words: string) => ({ [path]: `${words} from '#shared/calls/find.ts';\nf();\n` });
    expect(complaintsOf(text('import type { FoundBill }'))).toBe('');
    expect(complaintsOf(text('import { type FoundBill }'))).toBe('');
    expect(complaintsOf(text('import { type FoundBill, find }'))).toContain('only types of the calls');
  });

  test('Re-exports and dynamic imports count as imports.', () => {
    const path = 'src/web/features/bills/card.tsx';
    expect(complaintsOf({ [path]: `export { a } from '../groups/api.ts';\nf();\n` })).toContain(
      `${path}:1 Features`,
    );
    expect(complaintsOf({ [path]: `\nawait import('../groups/api.ts');\n` })).toContain(`${path}:2 Features`);
  });
});

describe('Circles', () => {
  test('A circle of rooms is found, even if no circle of files exists.', () => {
    const text = complaintsOf({
      'src/server/billing/bills/actions.ts': `import '../groups/queries.ts';\n`,
      'src/server/billing/groups/queries.ts': `import type { A } from '../families/rules.ts';\n`,
      'src/server/billing/families/actions.ts': `import '../bills/rules.ts';\n`,
    });
    expect(text).toContain('circle: billing/bills -> billing/groups -> billing/families -> billing/bills');
  });

  test('A circle of files is found, with type imports included.', () => {
    const text = complaintsOf({
      'src/shared/day.ts': `import { a } from './month.ts';\n`,
      'src/shared/month.ts': `import type { A } from './day.ts';\n`,
    });
    expect(text).toContain('circle: src/shared/day.ts -> src/shared/month.ts -> src/shared/day.ts');
  });

  test('A model.ts of an area counts as below its rooms and makes no circle.', () => {
    const text = complaintsOf({
      'src/server/templates/actions.ts': `import './approvals/actions.ts';\n`,
      'src/server/templates/approvals/actions.ts': `import '../model.ts';\n`,
      'src/server/templates/model.ts': '',
    });
    expect(text).toBe('');
  });
});

describe('Areas of src/server', () => {
  test('The areas have a limit of folders and of arrows between them.', () => {
    const more = Object.fromEntries([...line, 'more'].map((area) => [`src/server/${area}/rules.ts`, '']));
    expect(complaintsOf(more)).toContain('27 folders, at most 26');
    const all = Object.fromEntries(
      line.map((area, index) => [
        `src/server/${area}/rules.ts`,
        line
          .slice(index + 1)
          .map((below) => `import '../${below}/rules.ts';\n`)
          .join(''),
      ]),
    );
    expect(complaintsOf(all)).toContain('325 arrows between areas, at most 139');
  });
});

describe('Table owner', () => {
  const tables = {
    'src/server/outbox/tables.ts': `declare module '../db/tables.ts' {\n  interface Tables { message: { id: number }; 'opt_out': { id: number } }\n}\n`,
    'src/server/chat/tables.ts': `declare module '../db/tables.ts' {\n  interface Tables { inbound: { id: number } }\n}\n`,
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
  ])('Another area must not write the table: %s.', (text) => {
    expect(complaintsOf({ ...tables, 'src/server/chat/queries.ts': text })).toContain(
      `src/server/chat/queries.ts:1 ${text.includes('opt_out') ? 'opt_out' : 'message'}`,
    );
  });

  test.each([
    `db.insertInto('inbound').values(row);`,
    `db.selectFrom('message').innerJoin('opt_out', 'a', 'b').forUpdate();`,
    'sql`insert into inbound (id) select id from message on conflict do update set id = 1`;',
    `const said = 'Delete from here what you set.';`,
    'sql`select id from message for update of message`;',
  ])('The owner writes its table, and every area may read it: %s.', (text) => {
    expect(complaintsOf({ ...tables, 'src/server/chat/queries.ts': text })).toBe('');
  });

  test('Rooms of the owner, migrations and tests may write the table.', () => {
    const text = `db.insertInto('message');`;
    for (const path of [
      'src/server/outbox/enqueue/queries.ts',
      'src/server/db/migrations/0001-begin.ts',
      'src/server/chat/queries.test.ts',
      'test/support/campus.ts',
    ]) {
      expect(complaintsOf({ ...tables, [path]: text })).toBe('');
    }
  });

  test('A table that no area declares belongs to the store.', () => {
    const text = `db.insertInto('migration');`;
    expect(complaintsOf({ ...tables, 'src/server/db/migrate.ts': text })).toBe('');
    expect(complaintsOf({ ...tables, 'src/server/chat/queries.ts': text })).toContain(
      'migration is written by db alone',
    );
  });

  test('A write must name its table, except in the helpers of the store.', () => {
    const text = `db.deleteFrom(table); sql\`insert into \${table} values (1)\`;`;
    expect(complaintsOf({ 'src/server/chat/queries.ts': text })).toContain('not said by its name');
    expect(complaintsOf({ 'src/server/db/insert-many.ts': text })).toBe('');
  });

  test('Two areas must not declare the same table.', () => {
    const text = `interface Tables { message: { id: number } }`;
    expect(complaintsOf({ ...tables, 'src/server/templates/tables.ts': text })).toContain(
      'message is declared by outbox too',
    );
  });
});

describe('Runtime', () => {
  const path = 'src/server/outbox/rate/actions.ts';

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
  ])('Direct use of %s is refused: it is taken from the Runtime.', (what, text) => {
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
  ])('No complaint about the runtime is made about: %s.', (text) => {
    expect(complaintsOf({ [path]: text })).toBe('');
  });

  test('A few files may use the computer’s own clock or calls, each only those it needs.', () => {
    expect(complaintsOf({ 'src/server/runtime.ts': 'setTimeout(call, Date.now());' })).toBe('');
    expect(complaintsOf({ 'src/server/main.ts': 'setTimeout(end, Date.now());' })).toBe('');
    expect(complaintsOf({ 'src/server/main.ts': 'await fetch(url);' })).toContain('fetch is');
    expect(complaintsOf({ 'src/server/db/migrations/0001-begin.ts': 'const at = new Date();' })).toBe('');
  });

  test('Tests, scripts and the pages may use the computer’s own clock.', () => {
    for (const path of [
      'src/server/loop.test.ts',
      'test/support/campus.ts',
      'scripts/backup.ts',
      'src/web/lib/send.ts',
    ])
      expect(complaintsOf({ [path]: 'setTimeout(tick, Date.now());' })).toBe('');
  });
});

describe('Reach of a file', () => {
  const sources = Object.entries({
    'src/server/outbox/completer/rules.ts': `import type { Claimed } from '../model.ts';\nimport { day } from '#shared/dates.ts';\n`,
    'src/server/outbox/model.ts': `import type { Outcome } from '../whatsapp/port.ts';\nimport { z } from 'zod';\n`,
    'src/server/whatsapp/port.ts': `export type { Sent } from '../outbox/model.ts';\n`,
    'src/server/db/open.ts': '',
    'src/server/main.ts': `const open = await import('./db/open.ts');\n`,
    'src/shared/dates.ts': `import './money.ts';\n`,
  }).map(([path, text]) => readSource(path, text));

  test('The reach of a file is all it imports, also indirectly, as types or on demand, without src/shared.', () => {
    expect(reachOf(sources, 'src/server/outbox/completer/rules.ts')).toEqual([
      'src/server/outbox/completer/rules.ts',
      'src/server/outbox/model.ts',
      'src/server/whatsapp/port.ts',
    ]);
    expect(reachOf(sources, 'src/server/main.ts')).toHaveLength(2);
  });

  test('The reach of files that change often has a ceiling.', () => {
    const rooms = Array.from({ length: 26 }, (_, at) => `src/server/db/part-${at}.ts`);
    const parts = Object.fromEntries(rooms.map((path) => [path, 'export const part = 1;\n']));
    const reaching = (count: number) =>
      complaintsOf({
        ...parts,
        'src/server/webhooks/inbound/actions.ts': rooms
          .slice(0, count)
          .map((path) => `import '../../db/${path.slice('src/server/db/'.length)}';\n`)
          .join(''),
      });
    expect(reaching(24)).not.toContain('reaches');
    expect(reaching(25)).toContain('reaches 26 files, the ceiling is 25');
  });

  test('The reach of a file is printed by room.', () => {
    expect(printReach(sources, 'src/server/outbox/completer/rules.ts')).toBe(
      [
        'src/server/outbox/completer/rules.ts reaches 3 files in 3 rooms',
        '  src/server/outbox/completer: rules.ts',
        '  src/server/outbox: model.ts',
        '  src/server/whatsapp: port.ts',
      ].join('\n'),
    );
  });

  test('The reach of a missing file is an error.', () => {
    expect(() => reachOf(sources, 'chat/rules.ts')).toThrow('There is no chat/rules.ts');
  });
});

describe('Functions that run SQL', () => {
  const found = (text: string) => findQueries('src/server/chat/queries.ts', text);

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
  ])('A query is found in %s with the scope %j.', (text, serves) => {
    expect(found(text)).toEqual([{ name: 'list', serves }]);
  });

  test.each([
    `async function list(scope: Scope) { return scope.db.selectFrom('a').execute(); }`,
    `export const waiting = (scope: Scope) => scope.db.selectFrom('a');`,
    `import { list } from './queries.ts';\nexport const show = (scope: Scope) => list(scope);`,
  ])('No query is found in %s.', (text) => {
    expect(found(text)).toEqual([]);
  });
});
