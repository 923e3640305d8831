import type { Page } from '@playwright/test';

/** Collects what is printed. The browser shows no PDF, so receipts are printed by the page. */
export async function watchPrinter(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false });
    const printed: string[] = [];
    Object.assign(window, { printed });
    window.print = () => {
      printed.push(document.querySelector('[data-paper]')?.textContent ?? '');
    };
  });
  return () => page.evaluate(() => (window as unknown as { printed: string[] }).printed);
}
