/** How much a task asks of a hand: presses of the mouse, or the way of the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Counts the presses of the mouse from now on, until the page is loaded anew; a key that presses a button is none. */
export async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    document.addEventListener('click', (event) => {
      if (event.detail > 0) counted.clicks += 1;
    });
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

/** Goes on from field to field until this one has the keyboard, at most so many times. */
export async function tabTo(page: Page, to: Locator, most = 60): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    if (await to.evaluate((node) => node === document.activeElement)) return;
  }
  await expect(to).toBeFocused();
}
