import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lane } from './lanes.ts';
import { countPlaywright, countVitest, emptyTally, type Failure, settle, type Tally } from './tally.ts';

export interface Outcome extends Tally {
  name: string;
  seconds: number;
  output: string;
  isShown?: boolean;
  /** The failures that passed on the second try. */
  passedAgain?: Failure[];
}

const running = new Set<ReturnType<typeof spawn>>();

/** Stops the running lanes, for example on Ctrl-C. */
export function stopLanes() {
  for (const child of running) child.kill('SIGTERM');
}

/** Never throws. Every error becomes a failed lane with its output. */
export async function runLane(lane: Lane, env: Record<string, string>): Promise<Outcome> {
  const began = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'qasid-lane-'));
  const report = join(folder, 'report.json');
  try {
    const { code, output } = await execute(lane, withReport(lane, report), env);
    const tally = settle(await readTally(lane, report), code === 0);
    const seconds = (Date.now() - began) / 1000;
    return { name: lane.name, seconds, output, isShown: lane.isShown ?? false, ...tally };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withReport(lane: Lane, report: string): { words: string[]; env: Record<string, string> } {
  if (lane.counts === 'vitest') {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    return { words: [...lane.words, ...reporters], env: {} };
  }
  if (lane.counts === 'playwright') {
    return { words: lane.words, env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } };
  }
  return { words: lane.words, env: {} };
}

async function readTally(lane: Lane, report: string): Promise<Tally | undefined> {
  if (lane.counts === 'static') return undefined;
  try {
    const found = JSON.parse(await readFile(report, 'utf8'));
    return lane.counts === 'vitest' ? countVitest(found) : countPlaywright(found);
  } catch {
    // A missing or incomplete report means that the runner crashed or was stopped.
    return emptyTally;
  }
}

function execute(lane: Lane, how: ReturnType<typeof withReport>, env: Record<string, string>) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...how.words], {
    env: { ...process.env, NO_COLOR: '1', ...lane.env, ...env, ...how.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const limit = setTimeout(() => {
    output += `\nstopped: it took longer than ${lane.minutes} minutes\n`;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  }, lane.minutes * 60_000);
  return new Promise<{ code: number; output: string }>((resolve) => {
    child.on('close', (code) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}
