import { expect, it } from 'vitest';
import { candidatesOf, choosePerson } from './whatsapp-names-rules.ts';

const userID = 'PK.1';

it('A number that has no other known spelling stands for itself.', () => {
  expect(candidatesOf({ said: '+1' }, [])).toEqual(['+1']);
  expect(choosePerson({ said: '+1' }, ['+1'], [])).toEqual({ number: '+1', others: [] });
});

it('A user id that belongs to no known number takes the place of a number.', () => {
  expect(candidatesOf({ said: userID, userID }, [])).toEqual([]);
  expect(choosePerson({ said: userID, userID }, [], [])).toEqual({ number: userID, others: [] });
});

it('A parent is written to at the number that was used before, not at the spelling that WhatsApp returns.', () => {
  const candidates = candidatesOf({ said: '+1' }, [{ number: '+2' }]);
  expect(choosePerson({ said: '+1' }, candidates, [{ number: '+2', latestID: 5 }])).toEqual({
    number: '+2',
    others: [],
  });
});

it('Of two spellings that were both written to, the named one is used, and an opt-out covers both.', () => {
  const used = [
    { number: '+1', latestID: 5 },
    { number: '+2', latestID: 9 },
  ];
  expect(choosePerson({ said: '+1' }, ['+1', '+2'], used)).toEqual({ number: '+1', others: ['+2'] });
  expect(choosePerson({ said: userID, userID }, ['+1', '+2'], used)).toEqual({
    number: '+2',
    others: ['+1'],
  });
});

it('A spelling that was never written to is not used, and its opt-out covers the other one too.', () => {
  const used = [
    { number: '+1', latestID: 0 },
    { number: '+2', latestID: 9 },
  ];
  expect(choosePerson({ said: '+1' }, ['+1', '+2'], used)).toEqual({ number: '+2', others: ['+1'] });
});
