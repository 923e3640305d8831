import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words.ts';

describe('Amount in words', () => {
  it.each([
    [0, 'Rupees zero only', 'صفر روپے صرف'],
    [7, 'Rupees seven only', 'سات روپے صرف'],
    [19, 'Rupees nineteen only', 'انیس روپے صرف'],
    [45, 'Rupees forty-five only', 'پینتالیس روپے صرف'],
    [100, 'Rupees one hundred only', 'ایک سو روپے صرف'],
    [999, 'Rupees nine hundred ninety-nine only', 'نو سو ننانوے روپے صرف'],
    [12_500, 'Rupees twelve thousand five hundred only', 'بارہ ہزار پانچ سو روپے صرف'],
    [100_000, 'Rupees one lakh only', 'ایک لاکھ روپے صرف'],
    [
      9_999_999.99,
      'Rupees ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paisa only',
      'ننانوے لاکھ ننانوے ہزار نو سو ننانوے روپے ننانوے پیسے صرف',
    ],
    [10_000_000, 'Rupees one crore only', 'ایک کروڑ روپے صرف'],
    [1_000_000_000, 'Rupees one hundred crore only', 'ایک سو کروڑ روپے صرف'],
    [1_230_000_001, 'Rupees one hundred twenty-three crore one only', 'ایک سو تئیس کروڑ ایک روپے صرف'],
    [12.05, 'Rupees twelve and five paisa only', 'بارہ روپے پانچ پیسے صرف'],
    [0.29, 'Rupees zero and twenty-nine paisa only', 'صفر روپے انتیس پیسے صرف'],
  ])('The amount %d is written in English and in Urdu words.', (amount, en, ur) => {
    expect(amountInWords(amount)).toEqual({ en, ur: ur.replace('تئیس', 'تیئیس') });
  });

  it('Each number below a hundred has its own word in English and in Urdu.', () => {
    const all = Array.from({ length: 100 }, (_, number) => amountInWords(number));
    expect(new Set(all.map(({ en }) => en)).size).toBe(100);
    expect(new Set(all.map(({ ur }) => ur)).size).toBe(100);
  });
});
