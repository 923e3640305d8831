/**
 * A billing of 10,000 bills in a real browser: the time from the click to its first cards, and scrolling through all of
 * them.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { buildWeb } from '../../scripts/web-build.mjs';
import { median } from '../alternate.ts';
import { openBrowser, openPage } from '../browser.ts';
import type { Figure, Kit, Row, Unit } from '../figure.ts';
import { adminPassword, startProgram } from '../program.ts';
import { enterSchool, wideBill } from '../school.ts';

const bills = 10_000;
const rounds = 7;
/** Milliseconds. */
const settleFor = 1000;
const mostWait = 300;
const longestTask = 100;
const mostCards = 120;

/** Runs in the page: the time from the click on the billing to the first frame that shows a card. */
const openTime = `new Promise((resolve) => {
  const row = [...document.querySelectorAll('button')].find((one) => one.textContent.includes('November 2026'));
  let began = 0;
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('[data-testid=bill-card]')) return;
    watcher.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - began));
  });
  watcher.observe(document, { childList: true, subtree: true });
  began = performance.now();
  row.click();
})`;

/**
 * Runs in the page: scrolls from the first card to the last, and returns the longest task and the highest number of
 * cards.
 */
const scrollThrough = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const scroller = document.querySelector('[data-testid=billing]');
  let longest = 0;
  let cards = 0;
  const watcher = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
  });
  watcher.observe({ type: 'longtask' });
  const step = Math.ceil(scroller.scrollHeight / 400);
  for (let top = 0; top < scroller.scrollHeight; top += step) {
    scroller.scrollTop = top;
    await frame();
    cards = Math.max(cards, document.querySelectorAll('[data-testid=bill-card]').length);
  }
  await new Promise((resolve) => setTimeout(resolve, 300));
  watcher.disconnect();
  const last = [...document.querySelectorAll('[data-testid=bill-card]')].at(-1);
  return { longest, cards, last: last ? last.textContent : '' };
})()`;

type Scrolled = { longest: number; cards: number; last: string };

async function openOnce(page: Page): Promise<number> {
  // Load the page again, so that nothing of the billing is cached.
  await page.goto('/send-messages');
  await page
    .getByRole('button', { name: /November 2026/ })
    .first()
    .waitFor();
  // Wait until the desk has loaded everything that it loads in the background.
  await wait(settleFor);
  return page.evaluate<number>(openTime);
}

type Limited = { what: string; ours: number; limit: number; unit: Unit };
const limited = ({ what, ours, limit, unit }: Limited): Row => ({
  what,
  ours,
  floor: limit,
  unit,
  ratio: ours / limit,
  bound: 1,
  beside: 'limit',
});

async function measureIn(page: Page): Promise<Row[]> {
  const opened: number[] = [];
  const scrolled: Scrolled[] = [];
  for (let round = 0; round < rounds; round += 1) {
    opened.push(await openOnce(page));
    scrolled.push(await page.evaluate<Scrolled>(scrollThrough));
  }
  if (!scrolled.at(-1)?.last.includes(`R-${bills - 1}`)) throw new Error('the last bill was not reached');
  const of = `of a billing of ${bills.toLocaleString('en')} bills`;
  const task = median(scrolled.map(({ longest }) => longest));
  const cards = Math.max(...scrolled.map((one) => one.cards));
  return [
    limited({ what: `first cards ${of}`, ours: median(opened), limit: mostWait, unit: 'ms' }),
    limited({ what: `longest task while scrolling ${of}`, ours: task, limit: longestTask, unit: 'ms' }),
    limited({ what: `most cards in the page ${of}`, ours: cards, limit: mostCards, unit: 'cards' }),
  ];
}

async function measure(kit: Kit): Promise<Row[]> {
  await buildWeb({ isQuiet: true });
  const program = await startProgram(await kit.place('sqlite'), { ADMIN_PASSWORD: adminPassword });
  const browser = await openBrowser();
  try {
    const school = await enterSchool(program);
    const all = Array.from({ length: bills }, (_, index) => ({ ...wideBill(index), avatar: null }));
    await school.save(0, all);
    return await measureIn(await openPage(browser, program));
  } finally {
    await browser.close();
    await program.stop();
  }
}

export const openBilling: Figure = { name: 'open-billing', measure };
