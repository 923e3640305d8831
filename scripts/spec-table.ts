// Prints a table of the statements in the specification and the tests that check them: `node scripts/spec-table.ts`.
import { execFileSync } from 'node:child_process';
import { untested } from '../test/e2e/spec/untested.ts';

interface Suite {
  title: string;
  file: string;
  line: number;
  specs: { title: string; line: number }[];
  suites?: Suite[];
}

const playwright = 'node_modules/@playwright/test/cli.js';
const words = ['test', 'e2e/spec/', '--list', '--reporter=json', '--project=sqlite'];
const output = execFileSync(process.execPath, [playwright, ...words], { encoding: 'utf8' });

/** Tests for one statement are grouped under its title and become one row. */
const rowsOf = ({ title, file, line, specs, suites = [] }: Suite): string[][] => {
  if (title !== file) return [[...title.split(' · '), `${file}:${line} (${specs.length} tests)`]];
  return [
    ...specs.map((spec) => [...spec.title.split(' · '), `${file}:${spec.line}`]),
    ...suites.flatMap(rowsOf),
  ];
};

const rows = [
  ...(JSON.parse(output) as { suites: Suite[] }).suites.flatMap(rowsOf),
  ...untested.map(([section, statement, why]) => [section, statement, `no test: ${why}`]),
];
console.log('| section | statement | test |\n|---|---|---|');
for (const row of rows) console.log(`| ${row.join(' | ')} |`);
