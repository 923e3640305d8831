// How many tests passed, out of what each runner reports about itself.

export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

export function countVitest(report: VitestReport): Tally {
  // A file that cannot be loaded has no tests to fail; it counts as one.
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

export function countPlaywright(report: PlaywrightReport): Tally {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** A runner that fell over without a failed test, or ran none at all, has failed once. */
export function settle(counted: Tally | undefined, isOk: boolean): Tally {
  const tally = counted ?? { passed: isOk ? 1 : 0, failed: 0, skipped: 0 };
  const isSilentFailure = tally.failed === 0 && (!isOk || tally.passed === 0);
  return isSilentFailure ? { ...tally, failed: 1 } : tally;
}
