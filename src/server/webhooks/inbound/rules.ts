/** What a parent wants who writes nothing but one of these words. Pure. */

/** As people in Pakistan write it, in English, in Urdu and in Urdu with Latin letters; lower case, without signs. */
const stops = new Set(
  'stop stopall unsubscribe cancel end quit optout روکو روکین روک'
    .split(' ')
    .concat(['stop all', 'opt out', 'please stop', 'stop please', 'روک دین', 'روک دو']),
);
const starts = new Set(['start', 'unstop', 'subscribe']);

/** Do so, in the spellings of whoever types Urdu with Latin letters, and of those who write it. */
const please = '(?:please|pls|plz|plze|پلیز|براہ مہربانی|مہربانی)';
const messages = '(?:msgs?|sms|mes+ages?|massages?|میسج|میسیج|پیغام|پیغامات)';
const doIt =
  '(?:ka?ro|ka?re|ka?ra?e?i?n|ka?ri?ye|ki?ji?ye|ka?r ?(?:do|de|dein|den|dain|dey|di?ji?ye)|کر|کرو|کرین|کریے|کیجیے|کیجئے|کر ?(?:دو|دین|دیجیے|دیجئے))';
const asked = (verb: string): RegExp =>
  new RegExp(`^(?:${please} )?(?:${messages} )?(?:${verb})(?: ${doIt})?(?: ${please})?$`);
const stopPhrase = asked('band|bund|bnd|بند');
const startPhrase = asked('shuru|shru|شروع');

/** Letters written in the Arabic way, and marks above and below them, say the same. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640\u200b-\u200f]/g, '')
    .replace(/\u064a|\u0649/g, 'ی')
    .replace(/\u0643/g, 'ک')
    // Whoever has no key for it writes the other one.
    .replace(/\u06ba/g, 'ن')
    .replace(/[^\p{L}\s]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Only when it is the whole message: "please do not stop the van" is for a person to read. */
export function wishOf(text: string): 'stop' | 'start' | undefined {
  const words = plain(text);
  if (stops.has(words) || stopPhrase.test(words)) return 'stop';
  return starts.has(words) || startPhrase.test(words) ? 'start' : undefined;
}
