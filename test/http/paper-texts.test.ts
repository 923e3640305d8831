/**
 * Papers with texts that mix Urdu, English and all kinds of signs are made, and the texts are on the pages.
 * `PAPER_TEXTS=5000` makes that many texts.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createPaperMaker } from '../../src/server/papers/engine/paper-maker.ts';
import { toPrinted } from '../../src/server/papers/engine/paper-text.ts';
import type { ReceiptPage } from '../../src/server/papers/model.ts';
import { computer } from '../../src/server/runtime.ts';
import { mixedTexts } from '../support/mixed-texts.ts';
import { textsOf } from '../support/papers.ts';
import { orderOf, quietLog, voucherBill, voucherForm, voucherPage } from '../support/voucher-pages.ts';

const many = Number(process.env.PAPER_TEXTS ?? 300);
/** The texts of one order. */
const atOnce = 99;
const languages = ['en', 'ur', 'both'] as const;

const nothing = { en: '', ur: '' };
/** A receipt with nothing but this text. */
const receiptWith = (text: string): ReceiptPage => ({
  ...{ language: 'en', campus: '', title: nothing, when: '', duplicate: null, words: null, by: null },
  ...{ facts: [], children: [], sums: [], notes: [text], signature: nothing },
  left: { label: nothing, amount: '' },
  stamp: null,
});

/**
 * The first page of each file. A PDF has one text for each glyph, that of its first use, and a letter that is first
 * used under a sign that the font lacks has none.
 */
const everyLetter = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at)).concat('é–—«»№');

/** A voucher with these texts in all its places, alone and between other words. */
function voucherWith(texts: readonly string[], at: number) {
  const [one = '', two = '', three = '', four = ''] = texts.slice(10);
  const heads = Object.fromEntries(
    texts.slice(0, 10).map((text, head) => [`head${head + 1}`, head % 2 ? `${text} Fee` : `فیس ${text} علی`]),
  );
  const language = languages[at % 3] ?? 'both';
  const form = voucherForm(
    { campus: one },
    { language, termsEn: two, termsUr: three, copies: ['bank', 'parent'] },
  );
  return voucherPage(voucherBill({ ...heads, name: four, regNum: one.slice(0, 30) }), {}, form);
}

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** Texts that a PDF reader returns in the order of reading. It may return a bracket as its mirror image. */
const plain = /^[ -~é–—«»№\s]*$/;
/** Of these texts a PDF reader returns at least the Latin words and numbers as they are. */
const withUrdu = /^[ -~é–—«»№\s\u0600-\u06ff\u200c]*$/;
const openers = new Map([...'()[]{}<>«»'].map((sign, at, all) => [sign, all[at - (at % 2)] ?? sign]));
const compared = (text: string): string =>
  [...text.replace(/\s/g, '')].map((sign) => openers.get(sign) ?? sign).join('');

/** Words and numbers. Under a sign the last letter is set as another glyph. */
const words = /(?:[A-Za-z]+|[0-9]+)(?!\p{M})/gu;

describe(`${many} mixed texts`, () => {
  const maker = createPaperMaker({ runtime: computer, log: quietLog });
  afterAll(() => maker.stop());
  const texts = fc.sample(mixedTexts, many);

  it('The voucher of a bill is made whatever its names are.', async () => {
    const pages = inParts(texts, 14).map(voucherWith);
    for (const part of inParts(pages, atOnce)) await maker.draw(orderOf(part));
  });

  it('A text is on its page as it was entered, without unseen characters.', async () => {
    let read = 0;
    for (const part of inParts(texts, atOnce)) {
      const pages = [everyLetter, ...part].map(receiptWith);
      const order = orderOf(pages, { template: 'receipt', size: 'a5' });
      const [, ...found] = await textsOf(await maker.draw(order));
      for (const [at, text] of part.entries()) {
        const printed = toPrinted(text);
        const page = compared(found[at] ?? '');
        if (plain.test(printed)) expect(page, JSON.stringify(text)).toBe(compared(printed));
        else if (withUrdu.test(printed))
          for (const word of printed.match(words) ?? []) expect(page, JSON.stringify(text)).toContain(word);
        else continue;
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(many / 3);
  });
});
