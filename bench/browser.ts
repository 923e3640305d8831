/** A real Chromium with the page, as a clerk has it. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from '../scripts/chromium.mjs';
import { chooseFile, fileInput, importOf, waitForCheck } from '../test/e2e/import-panel.ts';
import { adminPassword, type Program } from './program.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findOrInstallChromium({ isWhole: true });
  // Chromium's sandbox refuses to run as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** A tab with the administrator signed in. If the tab crashes, every wait in it fails. */
export async function openPage(browser: Browser, { address }: Program): Promise<Page> {
  const page = await browser.newPage({ baseURL: address });
  await signIn(page);
  return page;
}

/** Signs the administrator in. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByLabel('User name').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(adminPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Billings', exact: true }).waitFor();
}

/**
 * Reopens the import panel, so that the file has a new worker that has learned nothing yet. Waits until the panel is
 * ready for a person.
 */
export async function openImport(page: Page): Promise<void> {
  const headings = page.waitForResponse(/\/Imports\/Headings/);
  const worker = page.waitForEvent('worker');
  const program = page.waitForResponse(/\/import-file\.worker/);
  await page.goto('/send-messages?panel=new-billing');
  await Promise.all([headings, program]);
  // The worker answers as soon as it has loaded its program.
  await (await worker).evaluate('0');
  await fileInput(page).waitFor({ state: 'attached' });
}

/** Runs in the page: the time from choosing the file to the first frame that shows the check. */
const checkTime = `new Promise((resolve) => {
  let began = 0;
  const begin = () => { began = performance.now(); };
  document.querySelector('input[type=file]').addEventListener('change', begin, { capture: true, once: true });
  const watcher = new MutationObserver(() => {
    if (!document.querySelector('[data-testid=check-totals]')) return;
    watcher.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - began));
  });
  watcher.observe(document, { childList: true, subtree: true });
})`;

/**
 * Milliseconds from choosing the file to the finished check, by the page's own clock, because polling from outside
 * happens only twice a second. Throws the error that the page shows.
 */
export async function checkFile(page: Page, path: string, timeout: number): Promise<number> {
  const taken = page.evaluate<number>(checkTime);
  await chooseFile(page, path);
  const outcome = await waitForCheck(page, timeout);
  if (outcome !== 'checked') throw new Error(`${outcome}: ${await importOf(page).innerText()}`);
  return taken;
}
