import { expect, it } from 'vitest';
import { candidatesOf, choosePerson } from './whatsapp-names-rules.ts';

const userID = 'PK.1';

it('A number without another known spelling is used as it is.', () => {
  expect(candidatesOf({ numberOrID: '+1' }, [])).toEqual(['+1']);
  expect(choosePerson({ numberOrID: '+1' }, ['+1'], [])).toEqual({ number: '+1', others: [] });
});

it('A user id without a known number is used instead of a number.', () => {
  expect(candidatesOf({ numberOrID: userID, userID }, [])).toEqual([]);
  expect(choosePerson({ numberOrID: userID, userID }, [], [])).toEqual({ number: userID, others: [] });
});

it('A parent is written to at the number that was used before, not at the spelling that WhatsApp returns.', () => {
  const candidates = candidatesOf({ numberOrID: '+1' }, [{ number: '+2' }]);
  expect(choosePerson({ numberOrID: '+1' }, candidates, [{ number: '+2', latestID: 5 }])).toEqual({
    number: '+2',
    others: [],
  });
});

it('If both spellings were written to, the spelling in the event is used, and an opt-out covers both.', () => {
  const used = [
    { number: '+1', latestID: 5 },
    { number: '+2', latestID: 9 },
  ];
  expect(choosePerson({ numberOrID: '+1' }, ['+1', '+2'], used)).toEqual({ number: '+1', others: ['+2'] });
  expect(choosePerson({ numberOrID: userID, userID }, ['+1', '+2'], used)).toEqual({
    number: '+2',
    others: ['+1'],
  });
});

it('A spelling that was never written to is not used, and an opt-out of one spelling covers the other.', () => {
  const used = [
    { number: '+1', latestID: 0 },
    { number: '+2', latestID: 9 },
  ];
  expect(choosePerson({ numberOrID: '+1' }, ['+1', '+2'], used)).toEqual({ number: '+2', others: ['+1'] });
});
