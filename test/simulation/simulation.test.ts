/** Simulates a week in a few fixed worlds; `npm run simulate` runs thousands. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { planted } from './planted.ts';

/** Runs in its own process, so that intended failures inside it are not errors of this test. */
async function simulate(...words: string[]): Promise<{ output: string; code: number }> {
  const program = new URL('main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { output, code };
}

/** SIMULATED_WORLDS sets the number of worlds. */
const worlds = process.env.SIMULATED_WORLDS ?? '25';

test(`No rule is broken in ${worlds} simulated worlds.`, { tags: ['proof'], timeout: 900_000 }, async () => {
  const { output, code } = await simulate('--seeds', worlds, '--brief', '--jobs', '1');
  expect(output).toContain(`${worlds} worlds, 0 with a broken rule`);
  expect(code).toBe(0);
});

test('A simulation with the same seed runs the same way twice.', { timeout: 900_000 }, async () => {
  const { output } = await simulate('--seeds', '4', '--from', '101', '--brief', '--twice', '--jobs', '1');
  expect(output).toContain('4 worlds, 0 with a broken rule or not the same twice');
});

test('The source still has the place for each planted fault.', { tags: ['proof'] }, () => {
  const lost = planted.filter(
    ({ file, find }) => !readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').includes(find),
  );
  expect(lost.map(({ name }) => name)).toEqual([]);
});
