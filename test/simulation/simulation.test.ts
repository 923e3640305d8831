/** A few worlds of a week, always the same ones: `npm run simulate` has thousands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { planted } from './planted.ts';

/** In a process of its own: what goes wrong on purpose there is no error of a test. */
async function simulate(...words: string[]): Promise<{ said: string; code: number }> {
  const program = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { said, code };
}

/** SIMULATED_WORLDS sets how many. */
const worlds = process.env.SIMULATED_WORLDS ?? '25';

test(`no rule is broken in ${worlds} worlds`, { tags: ['proof'], timeout: 900_000 }, async () => {
  const { said, code } = await simulate('--seeds', worlds, '--brief', '--jobs', '1');
  expect(said).toContain(`${worlds} worlds, 0 with a broken rule`);
  expect(code).toBe(0);
});

test('the same number is the same world', { timeout: 900_000 }, async () => {
  const { said } = await simulate('--seeds', '4', '--from', '101', '--brief', '--twice', '--jobs', '1');
  expect(said).toContain('4 worlds, 0 with a broken rule or not the same twice');
});

test.each(planted)('the program has a place for the fault “$name”', ({ file, find }) => {
  expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(find);
});
