import { expect, test } from 'vitest';
import { countPlaywright, countVitest, settle } from './tally.ts';

test('a test file that cannot be loaded counts as one failure', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [] },
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
    ],
  };
  expect(countVitest(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
});

test('an error outside the journeys counts as a failure', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
  expect(countPlaywright({ stats, errors: ['no config'] })).toEqual({ passed: 3, failed: 3, skipped: 2 });
});

test.each([
  ['a static lane that is fine', undefined, true, 1, 0],
  ['a static lane that is not', undefined, false, 0, 1],
  ['a runner without a test', { passed: 0, failed: 0, skipped: 2 }, true, 0, 1],
  ['a runner that fell over after its tests', { passed: 5, failed: 0, skipped: 0 }, false, 5, 1],
  ['failed tests are counted once', { passed: 5, failed: 2, skipped: 0 }, false, 5, 2],
])('%s', (_name, counted, isOk, passed, failed) => {
  expect(settle(counted, isOk)).toMatchObject({ passed, failed });
});
