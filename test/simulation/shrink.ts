/** Finds the shortest scenario that breaks the same rule: parts are left out as long as it still does. */
import type { Scenario, Step } from './scenario.ts';
import { type LiveOptions, live, type Outcome } from './world.ts';

/** The most lives that are tried; a failure is worth some seconds. */
const mostTries = 80;

export async function shrink(
  scenario: Scenario,
  failed: Outcome,
  options: LiveOptions,
): Promise<{ scenario: Scenario; outcome: Outcome }> {
  let best = { scenario, outcome: failed };
  let tries = 0;
  const breaks = async (steps: Step[]): Promise<boolean> => {
    tries += 1;
    const shorter = { ...scenario, steps };
    const outcome = await live(shorter, options);
    if (outcome.broken?.rule !== failed.broken?.rule) return false;
    best = { scenario: shorter, outcome };
    return true;
  };
  // Steps after the failure cannot be its cause.
  const at = failed.broken?.at ?? Number.POSITIVE_INFINITY;
  const before = scenario.steps.filter((step) => step.at <= at);
  if (before.length < scenario.steps.length) await breaks(before);
  for (let size = Math.ceil(best.scenario.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.scenario.steps.length && tries < mostTries; ) {
      const { steps } = best.scenario;
      const isShorter = await breaks([...steps.slice(0, from), ...steps.slice(from + size)]);
      if (!isShorter) from += size;
    }
  }
  return best;
}
