import { expect, test } from 'vitest';
import { proofLanes } from './lanes.ts';
import { aloneIn, countSecondTries } from './second-try.ts';

const failure = (title: string) => ({ file: 'test/http/bills.test.ts', title, error: 'expected 1 to be 2' });
const outcome = (failed: number, passedAgain: number) => ({
  passed: 10,
  failed,
  passedAgain: Array.from({ length: passedAgain }, (_, at) => failure(`a test ${at}`)),
});

test('A test that passes on the second try counts as passed.', () => {
  expect(countSecondTries([outcome(1, 1), outcome(0, 0)])).toMatchObject({ passed: 21, failed: 0 });
});

test('A test that fails twice counts as failed.', () => {
  expect(countSecondTries([outcome(2, 1)])).toMatchObject({ passed: 11, failed: 1 });
});

test('A test run fails if more than three tests need a second try.', () => {
  expect(countSecondTries([outcome(2, 2), outcome(1, 1)])).toMatchObject({ failed: 0 });
  expect(countSecondTries([outcome(2, 2), outcome(2, 2)])).toMatchObject({ failed: 4 });
});

test('The second try has the settings of its lane and one file in place of the folders.', () => {
  const lane = proofLanes.find(({ name }) => name === 'programs');
  if (!lane) throw new Error('there is no such lane');
  const alone = aloneIn(lane, 'test/faults/kill.test.ts');
  expect(alone.words.slice(1)).toEqual([
    'run',
    '--tags-filter=proof',
    'test/faults/kill.test.ts',
    '--maxWorkers=1',
  ]);
  expect(alone.env).toEqual(lane.env);
});
