import { expect, test } from 'vitest';
import {
  parseSearch,
  readChatList,
  readChatsSearch,
  readDeskSearch,
  readOutboxSearch,
  stepBack,
  toTemplates,
  writeSearch,
} from './search.ts';

test('A search that was written into the address is read back unchanged.', () => {
  const search = {
    billing: 12,
    panel: 'family',
    tab: 'chat',
    chat: '+923001234567',
    q: '10234',
    status: 'unpaid',
    member: 7,
  };
  const text = writeSearch(search);
  expect(text).toBe('?billing=12&panel=family&tab=chat&chat=%2B923001234567&q=10234&status=unpaid&member=7');
  expect(readDeskSearch(parseSearch(text))).toMatchObject(search);
});

test('An invalid number, panel or filter in the address is ignored.', () => {
  const read = readDeskSearch(parseSearch('?billing=-1&panel=root&status=all&member=x&view=grid'));
  expect(Object.values(read).every((value) => value === undefined)).toBe(true);
  expect(readOutboxSearch({ status: 'queued', run: '0' })).toEqual({
    status: undefined,
    q: undefined,
    run: undefined,
  });
  expect(readOutboxSearch({ status: 'unknown', run: '3' })).toMatchObject({ status: 'unknown', run: 3 });
});

test('Leaving the templates goes back step by step to the message they were opened from.', () => {
  const begun = { billing: 7, panel: 'send', to: 7 } as const;
  const list = { ...begun, ...toTemplates(begun) };
  expect(writeSearch(list)).toBe('?billing=7&panel=templates&from=send');
  const found = { ...list, findTemplate: 'fee' };
  const written = { ...found, template: 3 };
  expect(readDeskSearch(parseSearch(writeSearch(written)))).toMatchObject(written);
  const outOfForm = { ...written, ...stepBack(written) };
  expect(outOfForm).toEqual(found);
  expect(writeSearch({ ...outOfForm, ...stepBack(outOfForm) })).toBe('?billing=7&panel=send');
  const alone = { billing: 7, ...toTemplates({ billing: 7, panel: 'family' }) };
  expect(writeSearch({ ...alone, ...stepBack(alone) })).toBe('?billing=7');
});

test('Leaving a conversation goes back to the billing beside it.', () => {
  const ofMember = { billing: 7, panel: 'family', tab: 'chat', chat: '0300-1234567', member: 3 } as const;
  expect(writeSearch({ ...ofMember, ...stepBack(ofMember) })).toBe('?billing=7');
  expect(writeSearch({ ...ofMember, ...toTemplates(ofMember) })).toBe('?billing=7&panel=templates');
});

test('The address of the chats names the open chat and the list that is shown.', () => {
  const talk = { chat: '+923001234567', list: 'all', q: 'khan', side: 'family' } as const;
  expect(readChatsSearch(parseSearch(writeSearch(talk)))).toEqual(talk);
  expect(writeSearch(readChatsSearch({ list: 'waiting', side: 'members' }))).toBe('');
  expect(readChatList({ panel: 'chat', findChat: 'khan' })).toMatchObject({ q: 'khan' });
  expect(readChatList({ panel: 'chat', chat: '+923001234567' })).toBeUndefined();
});

test('Old addresses of panels lead to the tabs of the family.', () => {
  const read = (text: string) => readDeskSearch(parseSearch(text));
  expect(read('?billing=7&panel=bill&member=12')).toMatchObject({ panel: 'family', member: 12, billing: 7 });
  expect(read('?panel=chat&chat=0300')).toMatchObject({ panel: 'family', tab: 'chat', chat: '0300' });
  expect(read('?panel=chat&member=3').tab).toBe('chat');
  expect(read('?panel=family&student=4')).toMatchObject({ student: 4, tab: undefined });
});

test('Leaving an edited bill goes back to its family.', () => {
  const edited = { billing: 7, panel: 'member', member: 12, from: 'family' } as const;
  expect(readDeskSearch(parseSearch(writeSearch(edited)))).toMatchObject(edited);
  const left = { ...edited, ...stepBack(edited) };
  expect(writeSearch(left)).toBe('?billing=7&panel=family&member=12');
  expect(writeSearch({ ...left, ...stepBack(left) })).toBe('?billing=7');
  // Leaving the templates leads back to a message only, so `from` is dropped here.
  expect(writeSearch({ ...edited, ...toTemplates(edited) })).toBe('?billing=7&panel=templates');
});

test('A template in the address is “new” or a number.', () => {
  const read = (template: string) => readDeskSearch({ template }).template;
  expect(['new', '12', '0', 'old', ''].map(read)).toEqual(['new', 12, undefined, undefined, undefined]);
});

test('An empty search is written without a question mark.', () => {
  expect(writeSearch({ q: '', billing: undefined })).toBe('');
});
