/** Recognises an opt-out or opt-in in a parent's message. Pure. */
import { plainWords } from '#shared/text/plain-words.ts';

/**
 * The words as people in Pakistan write them: in English, in Urdu, and in Urdu with Latin letters. All are in lower
 * case without punctuation.
 */
const stops = new Set(
  'stop stopall unsubscribe cancel end quit optout روکو روکین روک'
    .split(' ')
    .concat(['stop all', 'opt out', 'please stop', 'stop please', 'روک دین', 'روک دو']),
);
const starts = new Set(['start', 'unstop', 'subscribe']);

/** "Please", "messages" and "do so", in the spellings of Urdu with Latin letters and of Urdu script. */
const please = '(?:please|pls|plz|plze|پلیز|براہ مہربانی|مہربانی)';
const messages = '(?:msgs?|sms|mes+ages?|massages?|میسج|میسیج|پیغام|پیغامات)';
const doIt =
  '(?:ka?ro|ka?re|ka?ra?e?i?n|ka?ri?ye|ki?ji?ye|ka?r ?(?:do|de|dein|den|dain|dey|di?ji?ye)|کر|کرو|کرین|کریے|کیجیے|کیجئے|کر ?(?:دو|دین|دیجیے|دیجئے))';
const optOutPhrase = (verb: string): RegExp =>
  new RegExp(`^(?:${please} )?(?:${messages} )?(?:${verb})(?: ${doIt})?(?: ${please})?$`);
const stopPhrase = optOutPhrase('band|bund|bnd|بند');
const startPhrase = optOutPhrase('shuru|shru|شروع');

/**
 * Returns the request in a message, if the whole message is such a request. A person must read a message like "please
 * do not stop the van".
 */
export function requestIn(text: string): 'stop' | 'start' | undefined {
  const words = plainWords(text);
  if (stops.has(words) || stopPhrase.test(words)) return 'stop';
  return starts.has(words) || startPhrase.test(words) ? 'start' : undefined;
}
