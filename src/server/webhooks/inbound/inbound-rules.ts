/** The wish of a parent who writes only one of these words. Pure. */
import { plainWords } from '#shared/plain-words.ts';

/**
 * As people in Pakistan write it, in English, in Urdu and in Urdu with Latin letters; lower case, without punctuation.
 */
const stops = new Set(
  'stop stopall unsubscribe cancel end quit optout روکو روکین روک'
    .split(' ')
    .concat(['stop all', 'opt out', 'please stop', 'stop please', 'روک دین', 'روک دو']),
);
const starts = new Set(['start', 'unstop', 'subscribe']);

/** "Do so", in the spellings of Urdu with Latin letters and of Urdu script. */
const please = '(?:please|pls|plz|plze|پلیز|براہ مہربانی|مہربانی)';
const messages = '(?:msgs?|sms|mes+ages?|massages?|میسج|میسیج|پیغام|پیغامات)';
const doIt =
  '(?:ka?ro|ka?re|ka?ra?e?i?n|ka?ri?ye|ki?ji?ye|ka?r ?(?:do|de|dein|den|dain|dey|di?ji?ye)|کر|کرو|کرین|کریے|کیجیے|کیجئے|کر ?(?:دو|دین|دیجیے|دیجئے))';
const asked = (verb: string): RegExp =>
  new RegExp(`^(?:${please} )?(?:${messages} )?(?:${verb})(?: ${doIt})?(?: ${please})?$`);
const stopPhrase = asked('band|bund|bnd|بند');
const startPhrase = asked('shuru|shru|شروع');

/** Only if it is the whole message: "please do not stop the van" is left to a person. */
export function wishOf(text: string): 'stop' | 'start' | undefined {
  const words = plainWords(text);
  if (stops.has(words) || stopPhrase.test(words)) return 'stop';
  return starts.has(words) || startPhrase.test(words) ? 'start' : undefined;
}
