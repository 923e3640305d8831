/** Qasid in many tabs of one browser, which opens at most six connections to a host. */
import type { BrowserContext, Page } from '@playwright/test';
import { ask, expect, tell, test } from './fixtures.ts';

/** Playwright treats every page as visible. Here only the tab in front is, as in Chromium. */
async function hideAll(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let state: DocumentVisibilityState = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    window.addEventListener('turn', () => {
      state = state === 'hidden' ? 'visible' : 'hidden';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
}

const turn = (page: Page | undefined) => page?.evaluate(() => window.dispatchEvent(new Event('turn')));

/** The number of open streams of this browser, and the most at any time. */
function watchStreams(context: BrowserContext): { open: number; most: number } {
  const streams = { open: 0, most: 0 };
  const isStream = (address: string) => new URL(address).pathname === '/api/Live';
  const end = (address: string): void => {
    if (isStream(address)) streams.open--;
  };
  context.on('request', (request) => {
    if (!isStream(request.url())) return;
    streams.most = Math.max(streams.most, ++streams.open);
  });
  context.on('requestfailed', (request) => end(request.url()));
  context.on('requestfinished', (request) => end(request.url()));
  return streams;
}

test('Ten tabs of one browser have few open streams, and each tab shows the changes when it becomes visible.', async ({
  page,
  context,
  signIn,
}) => {
  await signIn();
  await page.close();
  await hideAll(context);
  const streams = watchStreams(context);
  const tabs: Page[] = [];
  for (let count = 0; count < 10; count++) {
    const tab = await context.newPage();
    await turn(tabs.at(-1));
    tabs.push(tab);
    await tab.goto('/send-messages', { timeout: 20_000 });
    await turn(tab);
    await expect(tab.getByRole('heading', { name: 'Billings', exact: true })).toBeVisible();
    // A stream is closed when its tab has been hidden for a while.
    await expect.poll(() => streams.open).toBe(1);
  }
  expect(streams.most).toBeLessThan(4);

  const group = { id: 0, name: 'In every tab', month: 11, year: 2026, description: 'Fees' };
  const front = tabs.at(-1) as Page;
  await tell(front, 'POST', '/Groups/Save', { group, contacts: [{ name: 'Ayesha', number: '03001234567' }] });
  let last = front;
  for (const tab of tabs) {
    await turn(last);
    await turn(tab);
    last = tab;
    await expect(tab.getByText('In every tab').first()).toBeVisible();
    expect(await ask<unknown[]>(tab, '/Groups')).not.toHaveLength(0);
    await expect(tab.getByText('Connection lost. Trying again.')).toBeHidden();
  }
});
