import { expect, it } from 'vitest';
import { keysOf, soundOf, wordsIn } from './loose-names.ts';

const soundsOf = (name: string): string => wordsIn(name).map(soundOf).join(' ');

it.each([
  ['Muhammad', 'Mohammed', 'Muhammed', 'محمد', 'مُحَمَّد'],
  ['Eman', 'Iman', 'Emaan', 'ایمان'],
  ['Ayesha', 'Aisha', 'Aaisha', 'عائشہ'],
  ['Fatima', 'Fatimah', 'Fathima', 'فاطمہ', 'فاطمة'],
  ['Hussain', 'Husain', 'Hussein', 'حسین', 'حسين'],
  ['Chaudhry', 'Choudhary', 'Chaudhary', 'چوہدری'],
  ['Khan', 'Khaan', 'خان'],
  ['Qureshi', 'Quraishi', 'Kureshi', 'قریشی'],
  ['Yousaf', 'Yusuf', 'Yousuf', 'یوسف'],
  ['Usman', 'Osman', 'Usmaan', 'عثمان'],
  ['Abdullah', 'Abdulah', 'عبداللہ'],
  ['Zainab', 'Zaynab', 'Zeinab', 'زینب'],
  ['Rizwan', 'Rizvan', 'رضوان'],
  ['Waqas', 'Vaqas', 'Wakas', 'وقاص'],
  ['Ibrahim', 'Ebrahim', 'ابراہیم'],
  ['Javed', 'Jawaid', 'Javaid', 'جاوید'],
  ['Sheikh', 'Shaikh', 'Shekh', 'شیخ'],
  ['Ahmad', 'Ahmed', 'احمد'],
  ['Maryam', 'Mariam', 'مریم'],
  ['José', 'Jose'],
  ['Ali Raza', 'Aly Rza', 'علی رضا'],
])('%s sounds like %s and its other spellings.', (name, ...others) => {
  for (const other of others) expect([other, soundsOf(other)]).toEqual([other, soundsOf(name)]);
});

it.each([
  ['Ali', 'Bilal'],
  ['Hamza', 'Hammad'],
  ['Khan', 'Gul'],
  ['Sara', 'Sana'],
  ['Shan', 'Khan'],
])('%s does not sound like %s.', (name, other) => expect(soundsOf(name)).not.toBe(soundsOf(other)));

it('The search keys of a name hold each word as written and as it sounds, without punctuation.', () => {
  expect(keysOf('  M. Eman-Khan ')).toBe(" m ~m eman ~'mn khan ~qn ");
  expect(keysOf('٪ 🎓')).toBe(' ');
});
