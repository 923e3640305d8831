/** A school's weeks as a list of what people, WhatsApp and the computer do: made from one number, and nothing else. */
import { createChance } from '../support/fault-random.ts';

export const stepKinds = [
  'import',
  'importAgain',
  'undo',
  'correct',
  'pay',
  'payBack',
  'removeBill',
  'removeGroup',
  'send',
  'sendLater',
  'sendAgain',
  'reply',
  'pause',
  'resume',
  'cancel',
  'clear',
  'restoreCancelled',
  'retry',
  'leave',
  'template',
  'pace',
  'quiet',
  'optOut',
  'optIn',
  'reconnect',
  'otherNumber',
  'look',
  'write',
  'stop',
  'start',
  'changeNumber',
  'unreachable',
  'storm',
  'refusals',
  'pauseTemplate',
  'rejectTemplate',
  'approveTemplate',
  'deadToken',
  'limit',
  'quality',
  'strangeReceipt',
  'offline',
  'kill',
  'sleep',
  'clock',
  'diskFull',
  'backup',
  'restore',
  'move',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** `seed` decides what the step leaves open, so that others may be left out without changing it. */
export type Step = { at: number; kind: StepKind; seed: number };

/** `isUpgraded`: the school has used the last release until now. */
export type Scenario = {
  seed: number;
  families: number;
  days: number;
  isUpgraded: boolean;
  steps: Step[];
};

/** How often, in a thousand. */
const often: Record<StepKind, number> = {
  import: 40,
  importAgain: 30,
  undo: 14,
  correct: 40,
  pay: 70,
  payBack: 20,
  removeBill: 14,
  removeGroup: 6,
  send: 120,
  sendLater: 25,
  sendAgain: 20,
  reply: 40,
  pause: 18,
  resume: 26,
  cancel: 20,
  clear: 8,
  restoreCancelled: 14,
  retry: 50,
  leave: 12,
  template: 14,
  pace: 18,
  quiet: 14,
  optOut: 10,
  optIn: 8,
  reconnect: 8,
  otherNumber: 8,
  look: 50,
  write: 60,
  stop: 24,
  start: 16,
  changeNumber: 6,
  unreachable: 12,
  storm: 26,
  refusals: 24,
  pauseTemplate: 10,
  rejectTemplate: 5,
  approveTemplate: 10,
  deadToken: 6,
  limit: 8,
  quality: 6,
  strangeReceipt: 12,
  offline: 14,
  kill: 56,
  sleep: 20,
  clock: 22,
  diskFull: 10,
  backup: 12,
  restore: 12,
  move: 6,
};

const hour = 3_600_000;
const day = 24 * hour;

export type Size = { families: [number, number]; days: [number, number]; stepsADay: number };
/** Nine in ten; and a campus for a month or more. */
export const small: Size = { families: [10, 60], days: [7, 30], stepsADay: 4 };
/** For `npm test`, which has half a minute for all of them. */
export const brief: Size = { families: [8, 25], days: [7, 7], stepsADay: 4 };
/** A month has some twenty steps, six of them sends: a thousand messages and more. */
export const large: Size = { families: [500, 500], days: [30, 90], stepsADay: 0.7 };

/** One world in so many begins with the store of the last release. */
const upgradedEvery = 12;

export function makeScenario(seed: number, size: Size = seed % 10 === 9 ? large : small): Scenario {
  const chance = createChance(seed * 2_654_435_761);
  // Most are short: what goes wrong within a week is found soonest there.
  const [least, most] = size.days;
  const days = least + Math.floor((most - least + 1) * chance.next() ** 3);
  const families = chance.whole(...size.families);
  const all = Object.entries(often) as [StepKind, number][];
  const sum = all.reduce((total, [, weight]) => total + weight, 0);
  const pick = (): StepKind => {
    let left = chance.next() * sum;
    for (const [kind, weight] of all) {
      left -= weight;
      if (left < 0) return kind;
    }
    return 'look';
  };
  const count = Math.max(12, Math.round(days * size.stepsADay * (0.5 + chance.next())));
  const steps: Step[] = [];
  /** Some days much happens within minutes: what is rare then comes together. */
  let at = 9 * hour;
  for (let index = 0; index < count; index += 1) {
    const isSoon = chance.happens(0.55);
    const kind: StepKind = index === 0 ? 'import' : index === 1 ? 'send' : pick();
    const mean = (days * day) / count / 0.45;
    at += isSoon ? Math.round(chance.next() * 90_000) : Math.round(chance.next() * 2 * mean);
    steps.push({ at, kind, seed: Math.floor(chance.next() * 2 ** 31) });
  }
  return { seed, families, days, isUpgraded: seed % upgradedEvery === 0, steps };
}

/** What happens to a file, a disk or a whole computer. */
const ofFile: ReadonlySet<StepKind> = new Set(['diskFull', 'backup', 'restore', 'move']);

/** The same beside a PostgreSQL, whose disk and backups are not ours. */
export const withoutFile = (scenario: Scenario): Scenario => ({
  ...scenario,
  isUpgraded: false,
  steps: scenario.steps.filter(({ kind }) => !ofFile.has(kind)),
});
