/** 10,000 rows in a real browser, from choosing the file to the finished check, beside the reader library alone. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildWeb } from '../../scripts/web-build.mjs';
import { figureOf } from '../../test/e2e/import-panel.ts';
import type { ReadAnswer, ReadOrder } from '../../test/e2e/reading/reader.ts';
import { serveReading } from '../../test/e2e/reading/serve-reading.ts';
import { alternate } from '../alternate.ts';
import { checkFile, openBrowser, openImport, openPage } from '../browser.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { adminPassword, startProgram } from '../program.ts';

const path = 'good/october-2026-10k.xlsx';
const rows = '10,000';
const rounds = 7;
const patience = 60_000;

const file = join(import.meta.dirname, '../../test/vouchers', path);

async function checkOnce(page: Page): Promise<number> {
  await openImport(page);
  const taken = await checkFile(page, file, patience);
  const shown = await figureOf(page, 'rows').textContent();
  if (shown !== rows) throw new Error(`the check shows ${shown} rows`);
  return taken;
}

/** Runs the library in a new worker and returns its own time, without the worker's start. */
async function readOnce(page: Page): Promise<number> {
  const order: ReadOrder = { reader: 'library', path };
  const answer = await page.evaluate<ReadAnswer>(`readSheet(${JSON.stringify(order)})`);
  if ('failure' in answer) throw new Error(answer.failure);
  return answer.milliseconds;
}

async function measure(kit: Kit): Promise<Row[]> {
  await buildWeb({ isQuiet: true });
  const program = await startProgram(await kit.place('sqlite'), { ADMIN_PASSWORD: adminPassword });
  const reading = await serveReading();
  const browser = await openBrowser();
  try {
    const page = await openPage(browser, program);
    const bare = await browser.newPage();
    await bare.goto(reading.address);
    const { ours, floor } = await alternate(rounds, {
      ours: () => checkOnce(page),
      floor: () => readOnce(bare),
    });
    const what = `${rows} rows from the file to the finished check, in the browser`;
    const beside = 'the reader library there';
    return [{ what, ours, floor, unit: 'ms', ratio: ours / floor, bound: 1.5, beside }];
  } finally {
    await browser.close();
    await reading.stop();
    await program.stop();
  }
}

export const importCheck: Figure = { name: 'import-check', measure };
