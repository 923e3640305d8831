/**
 * Imports 100,000 rows through the page, from choosing the file to the saved billing, and measures the server's memory.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildWeb } from '../../scripts/web-build.mjs';
import type { Engine } from '../../src/server/platform/db/store.ts';
import { saveChecked } from '../../test/e2e/import-panel.ts';
import { time } from '../alternate.ts';
import { checkFile, openBrowser, openImport, openPage } from '../browser.ts';
import type { Figure, Kit, Row } from '../figure.ts';
import { heapOf, peakOf, peakWhile, residentOf } from '../memory.ts';
import { adminPassword, ask, startProgram } from '../program.ts';
import { enterSchool } from '../school.ts';
import { writeWideSheet } from '../wide-sheet.ts';

const rows = 100_000;
const mostMB = 150;
const patience = 300_000;
/** Milliseconds between two looks. The server answers each look, and more looks would keep it busy. */
const lookEvery = 100;

type Taken = { checked: number; saved: number; heap: number; resident: number };

/** Checks that the newest import has stored every row. */
async function checkCounts(school: Awaited<ReturnType<typeof enterSchool>>): Promise<void> {
  const { items } = await ask(school.program, school.apiRequest('/Imports?take=1'));
  const [{ added, updated, skipped, refused }] = items;
  const counts = `${added} added, ${updated} updated, ${skipped} skipped, ${refused} refused`;
  if (added !== rows || updated + skipped + refused > 0) throw new Error(counts);
}

/** If the tab crashes, every wait in it fails. */
async function importOnce(page: Page, path: string): Promise<Pick<Taken, 'checked' | 'saved'>> {
  await openImport(page);
  const checked = await checkFile(page, path, patience);
  const saved = await time(() => saveChecked(page, { name: 'All campuses', timeout: patience }));
  return { checked, saved };
}

async function takeOn(kit: Kit, engine: Engine, path: string): Promise<Taken> {
  const program = await startProgram(await kit.place(engine), { ADMIN_PASSWORD: adminPassword });
  const browser = await openBrowser();
  try {
    const school = await enterSchool(program);
    const page = await openPage(browser, program);
    const [heapBefore, residentBefore] = [await heapOf(program.address), await residentOf(program.pid)];
    let times = { checked: 0, saved: 0 };
    let heap = 0;
    const resident = await peakWhile(program.pid, async () => {
      heap = await peakOf(
        () => heapOf(program.address),
        async () => {
          times = await importOnce(page, path);
        },
        lookEvery,
      );
    });
    await checkCounts(school);
    return { ...times, heap: heap - heapBefore, resident: resident - residentBefore };
  } finally {
    await browser.close();
    await program.stop();
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function rowsOf({ checked, saved, heap, resident }: Taken, engine: Engine): Row[] {
  const note = `checked in ${seconds(checked)}, saved in ${seconds(saved)}; ${rows} added`;
  const row = (what: string, ours: number, bound: Row['bound']): Row => ({
    what: `import of ${rows.toLocaleString('en')} rows: growth of the server's ${what}, ${engine}`,
    ours,
    floor: mostMB,
    unit: 'MB',
    ratio: ours / mostMB,
    bound,
    beside: 'limit',
    note,
  });
  // The memory outside the heap is up to the system, so it is shown without a bound.
  return [row('heap', heap, 1), row('memory', resident, undefined)];
}

async function measure(kit: Kit): Promise<Row[]> {
  await buildWeb({ isQuiet: true });
  const folder = await mkdtemp(join(tmpdir(), 'qasid-sheet-'));
  try {
    const path = join(folder, 'all-campuses.xlsx');
    await writeWideSheet(path, rows);
    const found: Row[] = [];
    for (const engine of kit.engines) found.push(...rowsOf(await takeOn(kit, engine, path), engine));
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const import100k: Figure = { name: 'import-100k', measure };
