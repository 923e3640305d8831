import type { Page } from '@playwright/test';

/** What went to the printer, in place of a printer; of a browser that shows no PDF, so that receipts are its own. */
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
