// A failed test runs once more, alone, after all lanes have ended. A bug fails again, but a failure caused by a busy
// machine does not. If more than a few tests fail, none runs again and the run fails.
import type { Lane } from './lanes.ts';
import { type Outcome, runLane } from './run-lane.ts';
import type { Failure } from './tally.ts';

/** At most this number of tests may pass on the second try. If there are more, the run fails. */
export const mostSecondTries = 3;

/** Adds the tests that pass now to `passedAgain` of their outcome. */
export async function tryAgain(
  outcomes: Outcome[],
  lanes: readonly Lane[],
  env: Record<string, string>,
): Promise<void> {
  const all = outcomes.reduce((sum, { failed }) => sum + failed, 0);
  const named = outcomes.flatMap(({ failures }) => failures);
  // A failure without a named test would fail again, for example a type error or a crashed runner.
  if (all === 0 || all > named.length || all > mostSecondTries) return;
  for (const outcome of outcomes) {
    const lane = lanes.find(({ name }) => name === outcome.name);
    for (const [file, failures] of lane ? Map.groupBy(outcome.failures, (failure) => failure.file) : []) {
      console.log(`once more, alone: ${file}`);
      const again = await runLane(aloneIn(lane as Lane, file), env);
      if (again.failed > 0) console.log(`\n${again.output.trim()}\n`);
      else outcome.passedAgain = [...(outcome.passedAgain ?? []), ...failures];
    }
  }
}

/** Returns the lane with this file instead of its folders and files. */
export function aloneIn(lane: Lane, file: string): Lane {
  const words = lane.words.filter((word) => !/^(src|scripts|test)\//.test(word));
  return { ...lane, words: [...words, file, lane.counts === 'vitest' ? '--maxWorkers=1' : '--workers=1'] };
}

type Counted = { passedAgain: Failure[]; passed: number; failed: number };

/** Returns the counts of the whole run. A test that passed on the second try counts as passed, up to the limit. */
export function countSecondTries(
  outcomes: readonly Pick<Outcome, 'passed' | 'failed' | 'passedAgain'>[],
): Counted {
  const passedAgain = outcomes.flatMap((outcome) => outcome.passedAgain ?? []);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (passedAgain.length > mostSecondTries) return { passedAgain, passed, failed };
  return { passedAgain, passed: passed + passedAgain.length, failed: failed - passedAgain.length };
}
