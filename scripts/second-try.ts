// A test that failed is tried once more, alone, after everything else has ended. A fault of the program fails again; what
// only a busy machine brought about does not. More than a few of those are a fault as well, and nothing is tried again.
import type { Lane } from './lanes.ts';
import { type Outcome, runLane } from './run-lane.ts';
import type { Failure } from './tally.ts';

/** So many tests of a run may pass on the second try; with one more the run is red. */
export const mostSecondTries = 3;

/** Marks in `outcomes` what passed this time. */
export async function tryAgain(
  outcomes: Outcome[],
  lanes: readonly Lane[],
  env: Record<string, string>,
): Promise<void> {
  const all = outcomes.reduce((sum, { failed }) => sum + failed, 0);
  const named = outcomes.flatMap(({ failures }) => failures);
  // One that no test is named for, such as a type error or a runner that fell over, fails again.
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

/** The lane with one file in place of its folders and files. */
export function aloneIn(lane: Lane, file: string): Lane {
  const words = lane.words.filter((word) => !/^(src|scripts|test)\//.test(word));
  return { ...lane, words: [...words, file, lane.counts === 'vitest' ? '--maxWorkers=1' : '--workers=1'] };
}

type Counted = { passedAgain: Failure[]; passed: number; failed: number };

/** The counts of the whole run: what passed on the second try has passed, where there are few of those. */
export function countSecondTries(
  outcomes: readonly Pick<Outcome, 'passed' | 'failed' | 'passedAgain'>[],
): Counted {
  const passedAgain = outcomes.flatMap((outcome) => outcome.passedAgain ?? []);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (passedAgain.length > mostSecondTries) return { passedAgain, passed, failed };
  return { passedAgain, passed: passed + passedAgain.length, failed: failed - passedAgain.length };
}
