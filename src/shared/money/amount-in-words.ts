/** Writes an amount in words, with lakh and crore, for vouchers and receipts in English and Urdu. */
import { toPaisa } from './money.ts';

const english = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const englishTens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Urdu has a separate word for each number below a hundred. */
const urdu = [
  ...['صفر', 'ایک', 'دو', 'تین', 'چار', 'پانچ', 'چھ', 'سات', 'آٹھ', 'نو'],
  ...['دس', 'گیارہ', 'بارہ', 'تیرہ', 'چودہ', 'پندرہ', 'سولہ', 'سترہ', 'اٹھارہ', 'انیس'],
  ...['بیس', 'اکیس', 'بائیس', 'تیئیس', 'چوبیس', 'پچیس', 'چھبیس', 'ستائیس', 'اٹھائیس', 'انتیس'],
  ...['تیس', 'اکتیس', 'بتیس', 'تینتیس', 'چونتیس', 'پینتیس', 'چھتیس', 'سینتیس', 'اڑتیس', 'انتالیس'],
  ...[
    'چالیس',
    'اکتالیس',
    'بیالیس',
    'تینتالیس',
    'چوالیس',
    'پینتالیس',
    'چھیالیس',
    'سینتالیس',
    'اڑتالیس',
    'انچاس',
  ],
  ...['پچاس', 'اکیاون', 'باون', 'ترپن', 'چون', 'پچپن', 'چھپن', 'ستاون', 'اٹھاون', 'انسٹھ'],
  ...['ساٹھ', 'اکسٹھ', 'باسٹھ', 'تریسٹھ', 'چونسٹھ', 'پینسٹھ', 'چھیاسٹھ', 'سڑسٹھ', 'اڑسٹھ', 'انہتر'],
  ...['ستر', 'اکہتر', 'بہتر', 'تہتر', 'چوہتر', 'پچھتر', 'چھہتر', 'ستتر', 'اٹھہتر', 'اناسی'],
  ...['اسی', 'اکیاسی', 'بیاسی', 'تراسی', 'چوراسی', 'پچاسی', 'چھیاسی', 'ستاسی', 'اٹھاسی', 'نواسی'],
  ...['نوے', 'اکانوے', 'بانوے', 'ترانوے', 'چورانوے', 'پچانوے', 'چھیانوے', 'ستانوے', 'اٹھانوے', 'ننانوے'],
];

type Tongue = { below100: (number: number) => string; units: readonly (readonly [number, string])[] };

const tongues: Readonly<Record<'en' | 'ur', Tongue>> = {
  en: {
    below100: (number) => {
      const [tens, ones] = [Math.floor(number / 10), number % 10];
      if (number < 20) return english[number] ?? '';
      return [englishTens[tens], ones > 0 && english[ones]].filter(Boolean).join('-');
    },
    units: [
      [10_000_000, 'crore'],
      [100_000, 'lakh'],
      [1000, 'thousand'],
      [100, 'hundred'],
    ],
  },
  ur: {
    below100: (number) => urdu[number] ?? '',
    units: [
      [10_000_000, 'کروڑ'],
      [100_000, 'لاکھ'],
      [1000, 'ہزار'],
      [100, 'سو'],
    ],
  },
};

/** `number`: a whole number that is not negative. */
function sayWhole(number: number, tongue: Tongue): string {
  const words: string[] = [];
  let left = number;
  for (const [unit, name] of tongue.units) {
    const count = Math.floor(left / unit);
    left %= unit;
    // More than 99 crore: the number of crores is also written in words.
    if (count > 0) words.push(count < 100 ? tongue.below100(count) : sayWhole(count, tongue), name);
  }
  if (left > 0 || words.length === 0) words.push(tongue.below100(left));
  return words.join(' ');
}

/** Rupees with at most two decimals: `Rupees twelve thousand five hundred only`. */
export function amountInWords(rupees: number): { en: string; ur: string } {
  const paisa = toPaisa(rupees);
  const [whole, rest] = [Math.floor(paisa / 100), paisa % 100];
  const say = (number: number, tongue: Tongue): string => sayWhole(number, tongue);
  const { en, ur } = tongues;
  return {
    en: `Rupees ${say(whole, en)}${rest > 0 ? ` and ${say(rest, en)} paisa` : ''} only`,
    ur: `${say(whole, ur)} روپے${rest > 0 ? ` ${say(rest, ur)} پیسے` : ''} صرف`,
  };
}
