/** The Lighthouse scores of the built app in a full Chromium, on a phone and on a desktop. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { findOrInstallChromium } from '../../scripts/chromium.mjs';
import { buildWeb } from '../../scripts/web-build.mjs';
import { median } from '../alternate.ts';
import { signIn } from '../browser.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { adminPassword, startProgram } from '../program.ts';

// Downloaded from the registry only for this figure, because nobody who runs the product needs it.
const lighthousePackage = 'lighthouse@13.5.0';
const rounds = 3;
const devices = ['mobile', 'desktop'] as const;
type Device = (typeof devices)[number];
/** The lowest allowed scores, out of a hundred. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof least;
const categories = Object.keys(least) as Category[];

const pages = [
  { name: 'sign-in', path: '/sign-in', isSignedIn: false },
  { name: 'billings', path: '/send-messages', isSignedIn: true },
  { name: 'an opened billing', path: '/send-messages?billing=6', isSignedIn: true },
] as const;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('there is no free port');
  return address.port;
}

type Browser = { context: BrowserContext; port: number; stop: () => Promise<void> };

/** Lighthouse opens its own tab, so the browser needs a profile in which the page has signed in. */
async function openProfile(baseURL: string): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'qasid-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: await findOrInstallChromium({ isWhole: true }),
    baseURL,
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-gpu',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  const stop = async () => {
    await context.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { context, port, stop };
}

type Scores = Record<Category, number>;
type Report = { finalDisplayedUrl: string; categories: Record<Category, { score: number | null }> };

async function judge(url: string, port: number, device: Device): Promise<Scores> {
  const folder = await mkdtemp(join(tmpdir(), 'qasid-lighthouse-'));
  const file = join(folder, 'report.json');
  const options = [
    url,
    `--port=${port}`,
    '--disable-storage-reset',
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join()}`,
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const child = spawn(
    'npm',
    ['exec', '--yes', `--package=${lighthousePackage}`, '--', 'lighthouse', ...options],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`);
  const report: Report = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true, force: true });
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const scores = categories.map((name) => [name, Math.round((report.categories[name].score ?? 0) * 100)]);
  return Object.fromEntries(scores) as Scores;
}

function rowsOf(what: string, judged: readonly Scores[]): Row[] {
  return categories.map((name) => {
    const ours = median(judged.map((scores) => scores[name]));
    return {
      what: `Lighthouse, ${what}: ${name}`,
      ours,
      floor: least[name],
      unit: 'points',
      ratio: least[name] / ours,
      bound: 1,
      beside: 'least',
      // Only the performance score is disturbed by other programs on the machine, so all its values are noted.
      ...(name === 'performance' && { note: judged.map((scores) => scores[name]).join(', ') }),
    };
  });
}

async function measure(kit: Kit): Promise<Row[]> {
  await buildWeb({ isQuiet: true });
  const env = { ADMIN_PASSWORD: adminPassword, DEMO: '1' };
  const program = await startProgram(await kit.place('sqlite'), env);
  const browser = await openProfile(program.address);
  const rows: Row[] = [];
  let isSignedIn = false;
  try {
    for (const page of pages) {
      if (page.isSignedIn && !isSignedIn) {
        await signIn(await browser.context.newPage());
        isSignedIn = true;
      }
      for (const device of devices) {
        const judged: Scores[] = [];
        for (let round = 0; round < rounds; round += 1)
          judged.push(await judge(`${program.address}${page.path}`, browser.port, device));
        rows.push(...rowsOf(`${page.name}, ${device}`, judged));
      }
    }
    return rows;
  } finally {
    await browser.stop();
    await program.stop();
  }
}

export const lighthouse: Figure = { name: 'lighthouse', measure };
