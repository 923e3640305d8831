/** A real Chromium with the page in it, as a clerk has it. */
import { type Browser, chromium, type Page } from '@playwright/test';
import { findOrInstallChromium } from '../scripts/chromium.mjs';
import { chooseFile, fileInput, importOf, waitForCheck } from '../test/e2e/import-panel.ts';
import { adminPassword, type Program } from './program.ts';

export async function openBrowser(): Promise<Browser> {
  const executablePath = await findOrInstallChromium({ isWhole: true });
  // Chromium's sandbox refuses to run as root.
  return chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] });
}

/** A tab in which the administrator is signed in. A tab that dies fails whatever is waited for in it. */
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

/** The panel anew, so that the file has a worker of its own that has learnt nothing yet, and as ready as a person finds it. */
export async function openImport(page: Page): Promise<void> {
  const headings = page.waitForResponse(/\/Imports\/Headings/);
  const worker = page.waitForEvent('worker');
  const program = page.waitForResponse(/\/import-file\.worker/);
  await page.goto('/send-messages?panel=new-billing');
  await Promise.all([headings, program]);
  // It answers when it has read its program.
  await (await worker).evaluate('0');
  await fileInput(page).waitFor({ state: 'attached' });
}

/** In the page: from the file's choice to the first frame that shows the check. */
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
 * Milliseconds from choosing the file to the finished check, by the page's own clock: whoever waits from outside asks
 * only twice a second. Throws what the page says instead.
 */
export async function checkFile(page: Page, path: string, timeout: number): Promise<number> {
  const taken = page.evaluate<number>(checkTime);
  await chooseFile(page, path);
  const outcome = await waitForCheck(page, timeout);
  if (outcome !== 'checked') throw new Error(`${outcome}: ${await importOf(page).innerText()}`);
  return taken;
}
