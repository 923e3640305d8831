/** What a parent wants who writes nothing but one of these words. Pure. */

/** As people in Pakistan write it, in English, in Urdu and in Urdu with Latin letters; lower case, without signs. */
const stops = new Set(
  ['stop stopall unsubscribe cancel end quit optout', 'band bund', 'بند روکو روکیں روک'].flatMap((line) =>
    line.split(' '),
  ),
);
const stopPhrases = new Set([
  'stop all',
  'opt out',
  'please stop',
  'stop please',
  'band karo',
  'band karen',
  'band karein',
  'band kar do',
  'band kar dein',
  'band kardo',
  'band kr do',
  'msg band karo',
  'message band karo',
  'msg band karen',
  'بند کریں',
  'بند کرو',
  'بند کردیں',
  'بند کر دیں',
  'بند کردو',
  'بند کر دو',
  'میسج بند کریں',
  'پیغام بند کریں',
  'روک دیں',
  'روک دو',
]);
const starts = new Set([
  'start',
  'unstop',
  'subscribe',
  'shuru',
  'shuru karo',
  'shuru karen',
  'shuru karein',
  'شروع',
  'شروع کریں',
  'شروع کرو',
  'شروع کر دیں',
  'شروع کردیں',
]);

/** Letters written in the Arabic way, and marks above and below them, say the same. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640\u200b-\u200f]/g, '')
    .replace(/\u064a|\u0649/g, 'ی')
    .replace(/\u0643/g, 'ک')
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Only when it is the whole message: "please do not stop the van" is for a person to read. */
export function wishOf(text: string): 'stop' | 'start' | undefined {
  const words = plain(text);
  if (stops.has(words) || stopPhrases.has(words)) return 'stop';
  return starts.has(words) ? 'start' : undefined;
}
