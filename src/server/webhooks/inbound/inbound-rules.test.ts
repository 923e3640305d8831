import { expect, it } from 'vitest';
import { requestIn } from './inbound-rules.ts';

it.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  'Unsubscribe',
  'BAND',
  'band karo',
  'Band kar do!',
  'بند کریں',
  'بند كريں', // with Arabic letters
  'بند کر دیں۔',
  'میسج بند کریں',
  'stop \u{1F64F}',
  'band karain',
  'Band krain plz',
  'bnd',
  'bnd kr do',
  'msgs band kar dain',
  'please band kijiye',
  'بند کرین',
  'بند کردین',
  'پلیز میسج بند کر دیں',
])('The message %j is read as an opt-out.', (text) => expect(requestIn(text)).toBe('stop'));

it.each(['START', 'start.', 'شروع کریں', 'Shuru karo', 'shuru karain', 'شروع کرین'])(
  'The message %j is read as an opt-in.',
  (text) => expect(requestIn(text)).toBe('start'),
);

it.each([
  '',
  '👍',
  'Please do not stop the van',
  'When does school start?',
  'Band baja at the annual day?',
  'Paid today',
  'school kab band hai',
  'stop start',
  'van band kar dein',
  'school band karain gay?',
  'bnd hai school?',
  'fees band kar do',
  'اسکول بند ہے',
  'کل وین بند کریں',
  'message kar dein',
])('The message %j is neither an opt-out nor an opt-in.', (text) => expect(requestIn(text)).toBeUndefined());
