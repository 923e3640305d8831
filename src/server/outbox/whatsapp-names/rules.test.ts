import { expect, it } from 'vitest';
import { candidatesOf, choosePerson } from './rules.ts';

const userID = 'PK.1';

it('A number that nothing else is known of means itself.', () => {
  expect(candidatesOf({ said: '+1' }, [])).toEqual(['+1']);
  expect(choosePerson({ said: '+1' }, ['+1'], [])).toEqual({ number: '+1', others: [] });
});

it('A user id that is not known stands in the place of a number.', () => {
  expect(candidatesOf({ said: userID, userID }, [])).toEqual([]);
  expect(choosePerson({ said: userID, userID }, [], [])).toEqual({ number: userID, others: [] });
});

it('The number that was written to is meant, not the one by which WhatsApp calls it.', () => {
  const candidates = candidatesOf({ said: '+1' }, [{ number: '+2' }]);
  expect(choosePerson({ said: '+1' }, candidates, [{ number: '+2', latestID: 5 }])).toEqual({
    number: '+2',
    others: [],
  });
});

it('Of two spellings that were both written to the named one is meant, and a wish holds for both.', () => {
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

it('A spelling that only asked for no messages is not written to, and a wish holds for it too.', () => {
  const used = [
    { number: '+1', latestID: 0 },
    { number: '+2', latestID: 9 },
  ];
  expect(choosePerson({ said: '+1' }, ['+1', '+2'], used)).toEqual({ number: '+2', others: ['+1'] });
});
