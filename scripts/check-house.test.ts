import { describe, expect, test } from 'vitest';
import { checkHouse } from './house/check.ts';
import { printGraph } from './house/rooms.ts';

/** What the house says about these files, or about one file with this text. */
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

test('a house in order has nothing to complain about', () => {
  const files = {
    'src/server/app.ts': `import { billRoutes } from './bills/routes.ts';\nbillRoutes();\n`,
    'src/server/bills/routes.ts': `import { list } from './queries.ts';\nexport function billRoutes() { list(); }\n`,
    'src/server/bills/queries.ts': `import { db } from '../db/open.ts';\nimport { z } from 'zod';\nexport function list() { db(z); }\n`,
    'src/server/db/open.ts': `export function db(z: unknown) { return z; }\n`,
    'src/web/screens/outbox.tsx': `import { Row } from '../features/outbox/row.tsx';\nexport function Outbox() { return <Row />; }\n`,
    'src/web/features/outbox/row.tsx': `import { money } from '#shared/money.ts';\nexport function Row() { return money; }\n`,
    'src/shared/money.ts': 'export const money = 1;\n',
  };
  expect(complaintsOf(files)).toBe('');
  expect(printGraph(checkHouse(files).graph)).toBe(
    [
      '  app -> bills',
      '  bills -> db',
      '  db -> (shared only)',
      '  web/features/outbox -> (shared only)',
      '  web/screens -> web/features/outbox',
    ].join('\n'),
  );
});

describe('names', () => {
  test.each([
    ['src/server/bills/repository.ts', 'A room holds routes.ts'],
    ['src/server/bills/inner/queries.ts', 'A room holds routes.ts'],
    ['src/server/clock.ts', 'stand only rooms'],
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
  ])('%s', (path, text) => {
    expect(complaintsOf({ [path]: 'export const one = 1;\n' })).toContain(text);
  });

  test('a barrel', () => {
    const text = `export * from './groups.ts';\nexport { bill } from './bills.ts';\n`;
    expect(complaintsOf({ 'src/shared/calls/all.ts': text })).toContain('only re-exports');
  });

  test.each([
    'src/server/bills/rules.test.ts',
    'src/server/db/migrations/0001-begin.ts',
    'src/web/features/bills/bill-card.module.css',
    'src/web/index.html',
  ])('%s is fine', (path) => {
    expect(complaintsOf({ [path]: '' })).toBe('');
  });
});

describe('sizes', () => {
  test.each([
    ['src/shared/money.ts', 400],
    ['src/web/ui/row.tsx', 400],
    ['test/http/groups.test.ts', 600],
    ['src/shared/money.test.ts', 600],
  ])('%s may have %i lines', (path, ceiling) => {
    expect(complaintsOf({ [path]: 'one();\n'.repeat(ceiling) })).toBe('');
    expect(complaintsOf({ [path]: 'one();\n'.repeat(ceiling + 1) })).toContain(`the ceiling is ${ceiling}`);
  });

  test('a function may have 50 lines, but in tests any number', () => {
    expect(complaintsOf({ 'src/shared/money.ts': longFunction(50) })).toBe('');
    expect(complaintsOf({ 'src/shared/money.ts': longFunction(51) })).toContain('pay has 51 lines');
    expect(complaintsOf({ 'test/support/campus.ts': longFunction(300) })).toBe('');
  });

  test('a component may have 120 lines, another function of a .tsx 50', () => {
    const component = (name: string, lines: number) =>
      `const ${name} = memo(() => {\n${'  f();\n'.repeat(lines - 2)}});\n`;
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 120) })).toBe('');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('Row', 121) })).toContain('Row has 121 lines');
    expect(complaintsOf({ 'src/web/ui/row.tsx': component('useRow', 51) })).toContain('useRow has 51 lines');
  });

  test('three parameters, unless somebody else decides', () => {
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

describe('directions', () => {
  test.each([
    ['src/shared/money.ts', 'node:fs', 'shared runs in browser and server'],
    ['src/shared/money.ts', 'hucre', 'shared runs in browser and server'],
    ['src/shared/money.ts', '../server/app.ts', 'shared imports nothing but shared'],
    ['src/server/whatsapp/graph.ts', 'fastify', 'whatsapp knows HTTP'],
    ['src/server/whatsapp/graph.ts', '../db/open.ts', 'whatsapp knows no other room'],
    ['src/server/db/open.ts', '../bills/queries.ts', 'db knows no room'],
    ['src/server/bills/actions.ts', '../app.ts', 'Rooms do not import app.ts'],
    ['src/server/bills/actions.ts', '../../web/lib/send.ts', 'meet only in src/shared'],
    [
      'src/server/bills/actions.ts',
      '../../../test/support/campus.ts',
      'does not import test/support/campus.ts',
    ],
    ['src/web/lib/send.ts', '../../server/config.ts', 'meet only in src/shared'],
    ['src/web/features/bills/card.tsx', '../groups/api.ts', 'Features do not import features'],
    ['src/web/features/bills/card.tsx', '../../screens/outbox.tsx', 'features stands below screens'],
    ['src/web/ui/row.tsx', '../features/bills/card.tsx', 'ui stands below features'],
    ['src/web/ui/row.tsx', '../lib/send.ts', 'ui could ship in another product'],
    ['src/web/lib/send.ts', '../main.tsx', 'are entrances'],
  ])('%s does not import %s', (path, from, text) => {
    expect(importing(path, from)).toContain(text);
  });

  test.each([
    ['src/shared/phone.ts', 'libphonenumber-js/max'],
    ['src/shared/sheets/read-xlsx.ts', 'hucre'],
    ['src/shared/money.test.ts', 'vitest'],
    ['src/server/outbox/worker.ts', '../whatsapp/provider.ts'],
    ['src/web/features/bills/card.tsx', '../../ui/row.tsx'],
  ])('%s imports %s', (path, from) => {
    expect(importing(path, from)).toBe('');
  });

  test('re-exports and imports on demand count', () => {
    const path = 'src/web/features/bills/card.tsx';
    expect(complaintsOf({ [path]: `export { a } from '../groups/api.ts';\nf();\n` })).toContain(
      `${path}:1 Features`,
    );
    expect(complaintsOf({ [path]: `\nawait import('../groups/api.ts');\n` })).toContain(`${path}:2 Features`);
  });
});

test('rooms that go round in a circle', () => {
  const text = complaintsOf({
    'src/server/bills/actions.ts': `import '../groups/queries.ts';\n`,
    'src/server/groups/queries.ts': `import type { A } from '../files/store.ts';\n`,
    'src/server/files/store.ts': `import '../bills/rules.ts';\n`,
  });
  expect(text).toContain('circle: bills -> groups -> files -> bills');
});
