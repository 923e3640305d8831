import { expect, test } from 'vitest';
import { countPlaywright, countVitest, emptyTally, settle } from './tally.ts';

const timed = (name: string) => ({ name, startTime: 1000, endTime: 3500 });

test('A test file that cannot be loaded counts as one failure.', () => {
  const report = {
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        ...timed('/qasid/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'adds up', failureMessages: ['1 is not 2'] },
          { status: 'passed', fullName: 'takes away' },
        ],
      },
      { ...timed('/qasid/b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
      { ...timed('/qasid/c.test.ts'), status: 'passed', assertionResults: [] },
    ],
  };
  const tally = countVitest(report, '/qasid');
  expect(tally).toMatchObject({ passed: 4, failed: 2, skipped: 2 });
  expect(tally.failures).toEqual([
    { file: 'a.test.ts', title: 'adds up', error: '1 is not 2' },
    { file: 'b.test.ts', title: '', error: 'no such module' },
  ]);
  expect(tally.files[0]).toEqual({ file: 'a.test.ts', seconds: 2.5 });
});

test('A failed browser test is listed with its error, and an error outside the tests counts as a failure.', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 0, skipped: 2 };
  const run = (status: string, message?: string) => ({
    projectName: 'sqlite',
    status,
    results: [{ duration: 1500, ...(message ? { error: { message } } : {}) }],
  });
  const suites = [
    {
      title: 'bills.spec.ts',
      specs: [{ title: 'opens', file: 'bills.spec.ts', tests: [run('expected')] }],
      suites: [
        {
          title: 'a bill',
          specs: [{ title: 'is paid', file: 'bills.spec.ts', tests: [run('unexpected', 'no button')] }],
        },
      ],
    },
  ];
  const tally = countPlaywright({ stats, errors: ['no config'], suites });
  expect(tally).toMatchObject({ passed: 3, failed: 2, skipped: 2 });
  expect(tally.failures).toEqual([
    { file: 'test/e2e/bills.spec.ts', title: 'sqlite › a bill › is paid', error: 'no button' },
  ]);
  expect(tally.files).toEqual([{ file: 'test/e2e/bills.spec.ts', seconds: 3 }]);
});

test.each([
  ['A static lane that succeeds counts as one pass.', undefined, true, 1, 0],
  ['A static lane that fails counts as one failure.', undefined, false, 0, 1],
  ['A runner that ran no test counts as one failure.', { ...emptyTally, skipped: 2 }, true, 0, 1],
  ['A runner that crashed after its tests counts as one failure.', { ...emptyTally, passed: 5 }, false, 5, 1],
  ['Failed tests are counted once.', { ...emptyTally, passed: 5, failed: 2 }, false, 5, 2],
])('%s', (_name, counted, isOk, passed, failed) => {
  expect(settle(counted, isOk)).toMatchObject({ passed, failed });
});
