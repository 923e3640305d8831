import { expect, it } from 'vitest';
import { voucherBill, voucherForm, voucherPage } from '../../../../test/support/voucher-pages.ts';
import type { PaperOrder } from '../../deps.ts';
import { findUnprintable } from './crash-search.ts';

type Pages = PaperOrder['pages'];

/** Searches these pages. The process crashes on the word `bad`. */
async function search(pages: Pages) {
  let crashes = 0;
  const found = await findUnprintable(pages, async (part) => {
    const isCrash = JSON.stringify(part).includes('bad');
    if (isCrash) crashes += 1;
    return isCrash;
  });
  return { found, crashes };
}

it('The search for the voucher that crashes the process halves the vouchers.', async () => {
  const pages = Array.from({ length: 100 }, (_, at) =>
    voucherPage(voucherBill({ head2: at === 70 ? 'a bad head' : 'Van' })),
  );
  const { found, crashes } = await search(pages);
  expect(found?.pages).toEqual([{ at: 70, texts: [{ field: 'Fee head', text: 'a bad head' }] }]);
  expect(crashes).toBeLessThan(10);
});

it('The search ends after ten vouchers that crash the process.', async () => {
  const form = voucherForm({ campus: 'a bad campus' });
  const { found, crashes } = await search(
    Array.from({ length: 100 }, () => voucherPage(voucherBill(), {}, form)),
  );
  const texts = [{ field: 'Name of the campus', text: 'a bad campus' }];
  expect(found?.pages).toEqual(Array.from({ length: 10 }, (_, at) => ({ at, texts })));
  expect(crashes).toBeLessThan(40);
});

it('If the process crashes on a page without texts too, no voucher is to blame.', async () => {
  expect(await findUnprintable([voucherPage()], async () => true)).toBeUndefined();
});
