/** Measures the effort of a task: clicks of the mouse, or steps of the keyboard. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Counts mouse clicks from now until the page reloads. A key that presses a button does not count. */
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

/** Presses Tab until this field has the focus, at most so many times. */
export async function tabTo(page: Page, to: Locator, most = 60): Promise<void> {
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    if (await to.evaluate((node) => node === document.activeElement)) return;
  }
  await expect(to).toBeFocused();
}
