import type { Page } from '@playwright/test';
import { picturesOf } from '../support/papers.ts';

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

type PageSize = { width: number; height: number };

/** The pages of a PDF file, in millimetres. */
export async function sizesOf(pdf: Uint8Array): Promise<PageSize[]> {
  const dpi = 254;
  return (await picturesOf(pdf, dpi)).map(({ width, height }) => ({
    width: Math.round(width / 10),
    height: Math.round(height / 10),
  }));
}

/** The pages that the browser would send to the printer now. Only a browser without a window can say it. */
export const pageSizesOf = async (page: Page): Promise<PageSize[]> =>
  sizesOf(await page.pdf({ preferCSSPageSize: true }));
