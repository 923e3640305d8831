// Counts passed tests, failed tests and slow files from the report of each runner.
import { relative } from 'node:path';

export interface Failure {
  file: string;
  /** Empty if the file itself failed, before or after its tests. */
  title: string;
  error: string;
}

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
  failures: Failure[];
  files: { file: string; seconds: number }[];
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    tests: {
      projectName: string;
      status: string;
      results: { duration: number; error?: { message?: string } }[];
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
  suites: PlaywrightSuite[];
}

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, failures: [], files: [] };

export function countVitest(report: VitestReport, root = process.cwd()): Tally {
  const failures = report.testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name).replaceAll('\\', '/');
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => ({ file, title: fullName, error: failureMessages?.[0] ?? '' }));
    // A file that cannot be loaded has no failed test, so it counts as one failure.
    return status === 'failed' && failed.length === 0 ? [{ file, title: '', error: message }] : failed;
  });
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures,
    files: report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name).replaceAll('\\', '/'),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

export function countPlaywright(report: PlaywrightReport): Tally {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const tests = report.suites.flatMap((suite) => testsOf(suite, []));
  const byFile = Map.groupBy(tests, ({ file }) => file);
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped,
    failures: tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ file, title, error }) => ({ file, title, error })),
    files: [...byFile].map(([file, all]) => ({
      file,
      seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    })),
  };
}

interface CountedTest extends Failure {
  status: string;
  seconds: number;
}

/** `above` contains the titles of the enclosing suites. The first one is the file. */
function testsOf(suite: PlaywrightSuite, above: string[]): CountedTest[] {
  const titles = [...above, suite.title];
  const own = suite.specs.flatMap(({ title, file, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      file: `test/e2e/${file}`,
      title: [projectName, ...titles.slice(1), title].join(' › '),
      status,
      error: results[0]?.error?.message ?? '',
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  );
  return [...own, ...(suite.suites ?? []).flatMap((inner) => testsOf(inner, titles))];
}

/** Counts a runner as one failure if it crashed without a failed test, or ran no test. */
export function settle(counted: Tally | undefined, isOk: boolean): Tally {
  const tally = counted ?? { ...emptyTally, passed: isOk ? 1 : 0 };
  const isSilentFailure = tally.failed === 0 && (!isOk || tally.passed === 0);
  return isSilentFailure ? { ...tally, failed: 1 } : tally;
}
