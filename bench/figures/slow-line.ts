/**
 * A real browser over 400 kbit/s and 400 ms: cold sign-in, the opened desk when warm, a billing, and the response to a
 * press.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { buildWeb } from '../../scripts/web-build.mjs';
import { median } from '../alternate.ts';
import { openBrowser, signIn } from '../browser.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { adminPassword, startProgram } from '../program.ts';

/** Slows the connection as DevTools does: bytes per second, and milliseconds before each answer. */
const line = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };
const rounds = 3;
/** Milliseconds. After this time the background requests have ended and the seen data is stored. */
const settleFor = 6000;
const mostSignIn = 4000;
const mostOpened = 1500;
const mostBilling = 1500;
const mostPress = 100;

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.emulateNetworkConditions', line);
  return page;
}

/** Milliseconds from the request of the address to the awaited element, by the page's own clock. */
async function timeTo(page: Page, path: string, shown: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(shown).first().waitFor();
  return page.evaluate<number>('performance.now()');
}

/** Runs in the page: the time from a press on the billing to the first frame that responds, and to its first card. */
const pressBilling = `new Promise((resolve) => {
  const row = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('2026'));
  let began = 0;
  let pressed = 0;
  const watcher = new MutationObserver(() => {
    const now = performance.now() - began;
    if (!pressed) requestAnimationFrame(() => { pressed ||= performance.now() - began; });
    if (!document.querySelector('[data-testid=bill-card]')) return;
    watcher.disconnect();
    requestAnimationFrame(() => resolve({ pressed: pressed || now, opened: performance.now() - began }));
  });
  watcher.observe(document, { childList: true, subtree: true, attributes: true });
  began = performance.now();
  row.click();
})`;

type Times = { signIn: number; opened: number; pressed: number; billing: number };

async function measureOnce(browser: Browser, baseURL: string): Promise<Times> {
  const cold = await browser.newContext({ baseURL });
  const signInTime = await timeTo(await slowPage(cold), '/', 'input[name=password]');
  await cold.close();
  // A returning user: the browser has the program and the data seen before.
  const context = await browser.newContext({ baseURL });
  const first = await context.newPage();
  await signIn(first);
  // The live event stream never ends, so the network never becomes idle.
  await wait(settleFor);
  await first.close();
  const page = await slowPage(context);
  const opened = await timeTo(page, '/send-messages', 'button:has-text("2026")');
  await wait(settleFor);
  const { pressed, opened: billing } = await page.evaluate<{ pressed: number; opened: number }>(pressBilling);
  await context.close();
  return { signIn: signInTime, opened, pressed, billing };
}

const limited = (what: string, times: readonly number[], limit: number): Row => {
  const ours = median(times);
  return { what, ours, floor: limit, unit: 'ms', ratio: ours / limit, bound: 1, beside: 'limit' };
};

async function measure(kit: Kit): Promise<Row[]> {
  await buildWeb({ isQuiet: true });
  const env = { ADMIN_PASSWORD: adminPassword, DEMO: '1' };
  const program = await startProgram(await kit.place('sqlite'), env);
  const browser = await openBrowser();
  try {
    const all: Times[] = [];
    for (let round = 0; round < rounds; round += 1) all.push(await measureOnce(browser, program.address));
    const of = (key: keyof Times): number[] => all.map((times) => times[key]);
    return [
      limited('slow line: sign-in usable, cold', of('signIn'), mostSignIn),
      limited('slow line: the desk, warm', of('opened'), mostOpened),
      limited('slow line: the first cards of a billing', of('billing'), mostBilling),
      limited('slow line: a press is answered', of('pressed'), mostPress),
    ];
  } finally {
    await browser.close();
    await program.stop();
  }
}

export const slowLine: Figure = { name: 'slow-line', measure };
