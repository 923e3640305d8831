/**
 * Compiled papers are checked as pictures: codes are read back, Urdu matches its references, and names are plain text.
 * `PAPERS=1000` reads that many vouchers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Receipt } from '#shared/calls/payments.ts';
import type { VoucherCopy } from '#shared/money/voucher-settings.ts';
import { createCompiler } from '../../src/server/papers/engine/compiler.ts';
import { createPageJoiner } from '../../src/server/papers/engine/join-pages.ts';
import { pageOfReceipt } from '../../src/server/papers/receipts/receipts-rules.ts';
import { type PagePicture, partOf, picturesOf, readCodes } from '../support/papers.ts';
import { orderOf, voucherBill, voucherForm, voucherPage } from '../support/voucher-pages.ts';

const compiler = createCompiler();
const references = join(import.meta.dirname, 'papers');
/** Set it to write new reference pictures, and look at them before committing. */
const isWriting = process.env.WRITE_REFERENCES === '1';

const many = Number(process.env.PAPERS ?? 12);
const atOnce = 100;

/** Numbers as schools use them: digits of any length, letters, and dashes. */
const numberOf = (at: number): string =>
  [`2026110${10_000 + at}`, `100422${2_026_110_000_000 + at}`, `INV-${1000 + at}`, `GC/26-11/${at}`, `${at}`][
    at % 5
  ] ?? '';

/** How much two pictures differ, as a share of their ink. */
function differenceOf(one: PagePicture, other: PagePicture): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let [apart, ink] = [0, 0];
  for (const [at, grey] of one.grey.entries()) {
    apart += Math.abs(grey - (other.grey[at] ?? 0));
    ink += 255 - grey;
  }
  return apart / Math.max(ink, 1);
}

async function expectReference(name: string, picture: PagePicture): Promise<void> {
  const path = join(references, `${name}.png`);
  const { width, height } = picture;
  const raw = { raw: { width, height, channels: 1 as const } };
  if (isWriting)
    writeFileSync(path, await sharp(picture.grey, raw).png({ palette: true, colours: 16 }).toBuffer());
  const { data, info } = await sharp(readFileSync(path))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const reference = { width: info.width, height: info.height, grey: data };
  expect(differenceOf(reference, picture), name).toBeLessThan(0.08);
}

/** The rows of a picture that contain ink. */
const rowsWithInk = ({ width, height, grey }: PagePicture): number[] =>
  Array.from({ length: height }, (_, row) => row).filter((row) =>
    grey.subarray(row * width, (row + 1) * width).some((value) => value < 128),
  );

describe('Codes on vouchers', () => {
  it(`The codes of ${many} vouchers are read back at 150 dpi, on every copy.`, async () => {
    for (let from = 0; from < many; from += atOnce) {
      const numbers = Array.from({ length: Math.min(atOnce, many - from) }, (_, at) => numberOf(from + at));
      const pages = numbers.map((invNo, at) => {
        const copies = (['bank', 'school', 'parent', 'class'] as const).slice(0, 2 + (at % 3));
        const language = (['en', 'ur', 'both'] as const)[at % 3] ?? 'both';
        return voucherPage(voucherBill({ invNo }), {}, voucherForm({}, { copies: [...copies], language }));
      });
      const pictures = await picturesOf(await compiler.set(orderOf(pages)));
      for (const [at, picture] of pictures.entries()) {
        const copies = pages[at]?.copies.length ?? 0;
        const found = (await readCodes(picture)).toSorted();
        const each = (format: string) => Array.from({ length: copies }, () => `${format} ${numbers[at]}`);
        expect(found, numbers[at]).toEqual([...each('Code128'), ...each('QRCode')]);
      }
    }
  });

  it('A number too long for a readable bar code gets only the QR code.', async () => {
    const invNo = 'a-number-of-a-school-that-is-very-long';
    const [picture] = await picturesOf(await compiler.set(orderOf([voucherPage(voucherBill({ invNo }))])));
    expect(await readCodes(picture as PagePicture)).toEqual(Array(3).fill(`QRCode ${invNo}`));
  });
});

describe('Typesetting', () => {
  const long =
    'Muhammad Abdul Rahman Shahzada Khan Niazi Lodhi ibn-e-Muhammad Imran Khan of Mianwali and of Multan';
  const heads = Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((number) => [
      [
        `head${number}`,
        number % 3 ? `${number} ${long}` : 'کمپیوٹر لیبارٹری اور امتحانی اخراجات کا بہت لمبا نام',
      ],
      [`amount${number}`, 999_999_999],
    ]),
  );

  it.each(['en', 'ur', 'both'] as const)(
    'A voucher is one page, however long names and terms are: %s.',
    async (language) => {
      const bill = voucherBill({
        ...heads,
        name: long,
        total: 9_999_999_990,
        amountAfterDueDate: 9_999_999_999,
      });
      const terms = { termsEn: 'Pay in time. '.repeat(30), termsUr: 'وقت پر ادائیگی کریں۔ '.repeat(18) };
      const copies = ['bank', 'school', 'parent', 'class'] as const;
      const form = voucherForm({ campus: long }, { ...terms, language, copies: [...copies] });
      const page = voucherPage(bill, { printed: 3, issues: 2 }, form);
      const pictures = await picturesOf(await compiler.set(orderOf([page])));
      expect(pictures).toHaveLength(1);
      expect(await readCodes(pictures[0] as PagePicture)).toHaveLength(8);
    },
  );

  it('Names and terms are set as plain text, never as markup or script.', async () => {
    const evil = '#panic("x") $x$ \\u{41} [b] *b* _i_ `raw` <l> @ref // /* "quoted" \' #include "x.typ"';
    const form = voucherForm({ campus: evil, currency: '#x' }, { termsEn: evil, termsUr: evil });
    const bill = voucherBill({ name: evil, regNum: evil, head1: evil, invNo: '1' });
    const svg = (
      await compiler.set(orderOf([voucherPage(bill, {}, form)], { as: 'svg', title: evil }))
    ).toString();
    expect(svg).toMatch(/^<svg/);
    expect(svg).not.toMatch(/<script|<foreignObject|on\w+=/i);
  });

  it('The copies of a voucher add little to its file, also if they are long.', async () => {
    const sizeOf = async (copies: readonly VoucherCopy[]) => {
      const form = voucherForm({}, { copies: [...copies] });
      const bills = Array.from({ length: 20 }, (_, at) =>
        voucherBill({ invNo: `20261100${at}`, head4: 'Lab' }),
      );
      // The marks make each copy longer than the 32 kB within which compression finds what is repeated.
      const pages = bills.map((bill) => voucherPage(bill, { printed: 2, issues: 1 }, form));
      return (await compiler.set(orderOf(pages))).length;
    };
    expect(await sizeOf(['bank', 'school', 'parent'])).toBeLessThan(1.3 * (await sizeOf(['bank', 'parent'])));
  });

  it('The same print order makes the same file, byte for byte.', async () => {
    const order = orderOf([voucherPage()]);
    expect((await compiler.set(order)).equals(await compiler.set(order))).toBe(true);
  });
});

describe('Urdu', () => {
  /** The left copy of a voucher that is all Urdu. */
  const setUrdu = async () => {
    const campus = 'روشنی ماڈل سکول، گرلز کیمپس';
    const page = voucherPage(
      voucherBill({ name: 'عائشہ خان', total: 999_999_999, head1: null, head2: null, head3: null }),
      {},
      voucherForm({ campus, accounts: [] }, { language: 'ur', copies: ['bank', 'parent'] }),
    );
    const [picture] = await picturesOf(await compiler.set(orderOf([page])));
    return picture as PagePicture;
  };

  /** The part of the page that holds the amount in words, on its line of Nastaliq. */
  const ofWords = { left: 0.01, top: 0.676, right: 0.49, bottom: 0.735 };

  it('Urdu is set joined and complete in names, cells and amounts in words.', async () => {
    const picture = await setUrdu();
    await expectReference(
      'urdu-head',
      partOf(picture, { left: 0.01, top: 0.057, right: 0.49, bottom: 0.118 }),
    );
    await expectReference(
      'urdu-facts',
      partOf(picture, { left: 0.2, top: 0.235, right: 0.49, bottom: 0.41 }),
    );
    await expectReference('urdu-words', partOf(picture, ofWords));
  });

  it('Urdu letters that hang below the line are not cut off.', async () => {
    const part = partOf(await setUrdu(), ofWords);
    const ink = rowsWithInk(part);
    // White rows above and below show that no letter is cut off.
    expect(ink[0]).toBeGreaterThan(2);
    expect(ink.at(-1)).toBeLessThan(part.height - 3);
    expect(ink.length).toBeGreaterThan(25);
  });
});

describe('Receipts', () => {
  const payment: Receipt['payment'] = {
    id: 1,
    receiptNo: 1042,
    amount: 21_500,
    method: 'cash',
    accountID: null,
    receivedOn: '2026-11-05',
    regNum: '10234',
    payer: 'Imran Khan',
    reference: null,
    source: 'counter',
    createdAt: '2026-11-05T05:20:00.000Z',
    by: 'Sana Malik',
    voidedAt: null,
    bookedOn: null,
    voidReason: null,
    voidedOn: null,
    allocations: [],
    returns: [],
    credit: 500,
  };
  const line = {
    billID: 1,
    name: 'Ayesha Khan',
    regNum: '10234',
    invNo: 'I1',
    month: 11,
    year: 2026,
    billing: 'x',
  };
  const receipt: Receipt = {
    payment,
    lines: [
      { ...line, amount: 12_500, balance: 0 },
      { ...line, name: 'محمد عمر خان', regNum: '10235', amount: 8500, balance: 1500 },
    ],
    printed: 0,
    advance: null,
    left: 1500,
  };
  const form = {
    campus: 'Roshni School',
    currency: 'Rs.',
    timeZone: 'Asia/Karachi',
    duplicate: 0,
    given: 22_000,
  };

  it('A receipt lists all children, the change and what is left.', () => {
    const page = pageOfReceipt(receipt, { ...form, language: 'en' });
    expect(page.children.map(({ name }) => name)).toEqual(['Ayesha Khan', 'محمد عمر خان']);
    expect(page.children[1]?.lines[0]).toMatchObject({
      what: { en: 'November 2026, part' },
      amount: '8,500',
    });
    expect(page.sums.map(({ label, amount }) => [label.en, amount])).toEqual([
      ['Paid, cash', 'Rs. 21,500'],
      ['Given', '22,000'],
      ['Change', '500'],
      ['Credit', 'Rs. 500'],
    ]);
    expect(page.left.amount).toBe('Rs. 1,500');
  });

  it('A receipt without change has no line for it, and a void receipt says so across the paper.', async () => {
    const exact = pageOfReceipt(receipt, { ...form, given: 21_500, language: 'en' });
    expect(exact.sums.map(({ label }) => label.en)).toEqual(['Paid, cash', 'Given', 'Credit']);
    expect(exact.stamp).toBeNull();
    const ended = { voidedAt: '2026-11-06T09:05:00.000Z', voidReason: 'Entered twice' };
    const pageOf = (language: 'en' | 'ur' | 'both') =>
      pageOfReceipt({ ...receipt, payment: { ...payment, ...ended } }, { ...form, language });
    expect(pageOf('en').stamp).toMatchObject({ en: 'VOID' });
    for (const size of ['roll', 'a5'] as const) {
      const draw = async (page: typeof exact) =>
        picturesOf(await compiler.set(orderOf([page], { template: 'receipt', size })), 72);
      const [plain] = await draw({ ...pageOf('both'), stamp: null });
      const [stamped, ...more] = await draw(pageOf('both'));
      expect(more).toEqual([]);
      expect([stamped?.width, stamped?.height]).toEqual([plain?.width, plain?.height]);
      expect(stamped?.grey.equals(plain?.grey ?? Buffer.of())).toBe(false);
    }
  });

  it('A receipt is as wide as its paper, and a roll is as long as its content.', async () => {
    const pages = [pageOfReceipt(receipt, { ...form, language: 'both' })];
    const widths = async (size: 'roll' | 'a5') => {
      const order = orderOf(pages, { template: 'receipt', size });
      return (await picturesOf(await compiler.set(order), 72)).map(({ width, height }) => [width, height]);
    };
    const [[rollWidth, rollHeight] = []] = await widths('roll');
    expect(rollWidth).toBe(226);
    expect(rollHeight).toBeLessThan(400);
    expect(await widths('a5')).toEqual([[419, 595]]);
  });
});

describe('Joined files', () => {
  it('Joined files are one file with every page unchanged.', async () => {
    const runs = await Promise.all(
      [['1', '2'], ['3'], ['4', '5', '6']].map((numbers) =>
        compiler.set(orderOf(numbers.map((invNo) => voucherPage(voucherBill({ invNo }))))),
      ),
    );
    const joiner = createPageJoiner('Vouchers Nov 2026, گرلز کیمپس');
    const joined = Buffer.concat([...runs.map(joiner.add), joiner.end()]);
    const pictures = await picturesOf(joined);
    const alone = (await Promise.all(runs.map((run) => picturesOf(run)))).flat();
    expect(pictures).toHaveLength(6);
    for (const [at, picture] of pictures.entries())
      expect(picture.grey.equals(alone[at]?.grey as Buffer)).toBe(true);
    expect(await readCodes(pictures[5] as PagePicture)).toContain('Code128 6');
  });

  it('A file of another program cannot be joined.', () => {
    expect(() => createPageJoiner('x').add(Buffer.from('%PDF-1.7\nnothing'))).toThrow(
      'no file of our compiler',
    );
  });
});
