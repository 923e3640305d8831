/** The weeks of a school as a list of steps of people, WhatsApp and the computer, made from one seed. */
import { type Chance, createChance } from '../support/fault-random.ts';

export const stepKinds = [
  'import',
  'importAgain',
  'undo',
  'correct',
  'pay',
  'payBack',
  'removeBill',
  'removeGroup',
  'removeTemplate',
  'restoreBinned',
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
  'receiptFirst',
  'receiptAfterRetry',
  'cancelOnItsWay',
  'fullOnItsWay',
  'offline',
  'kill',
  'sleep',
  'clock',
  'diskFull',
  'backup',
  'restore',
  'move',
  'invite',
  'deed',
  'stranger',
  'rights',
  'disable',
  'resetPerson',
  'lowerLast',
  'keyMake',
  'keyUse',
  'keyRevoke',
  'keyRush',
  'schoolSend',
  'schoolSuspend',
  'schoolLimit',
  'schoolRemove',
  'receive',
  'voidPayment',
  'returnPayment',
  'adjust',
  'allocate',
  'correctNumber',
  'bankFile',
  'bankFileUndone',
  'push',
  'reminder',
  'reminderHold',
  'reminderHour',
  'reminderSkip',
] as const;
export type StepKind = (typeof stepKinds)[number];

/** `seed` decides the details of the step, so that other steps can be left out without changing it. */
export type Step = { at: number; kind: StepKind; seed: number };

export type Scenario = {
  seed: number;
  families: number;
  days: number;
  /** The school has used the last release until now. */
  isUpgraded: boolean;
  /** People come and go, programs call the API, and the installation has another school. */
  isWide: boolean;
  steps: Step[];
};

/** How often each step occurs, in a thousand. */
const often: Partial<Record<StepKind, number>> = {
  import: 40,
  importAgain: 30,
  undo: 14,
  correct: 40,
  pay: 70,
  payBack: 20,
  removeBill: 14,
  removeGroup: 10,
  removeTemplate: 8,
  restoreBinned: 12,
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
  receiptFirst: 7,
  receiptAfterRetry: 16,
  cancelOnItsWay: 7,
  fullOnItsWay: 7,
  offline: 14,
  kill: 56,
  sleep: 20,
  clock: 22,
  diskFull: 10,
  backup: 12,
  restore: 12,
  move: 6,
};

/** Additional steps of a wide world. */
const oftenWide: Partial<Record<StepKind, number>> = {
  invite: 12,
  deed: 12,
  stranger: 8,
  rights: 20,
  disable: 9,
  resetPerson: 8,
  lowerLast: 6,
  keyMake: 5,
  keyUse: 8,
  keyRevoke: 8,
  keyRush: 8,
  schoolSend: 12,
  schoolSuspend: 12,
  schoolLimit: 12,
  schoolRemove: 4,
};

/** Steps at the counter and of the bank, in every world, and corrections of numbers. */
const oftenAtCounter: Partial<Record<StepKind, number>> = {
  receive: 40,
  voidPayment: 10,
  returnPayment: 12,
  adjust: 12,
  allocate: 8,
  correctNumber: 14,
  bankFile: 34,
  bankFileUndone: 8,
};

/** Steps about reminders. */
const oftenReminding: Partial<Record<StepKind, number>> = {
  reminder: 40,
  reminderHold: 8,
  reminderHour: 8,
  reminderSkip: 14,
};

/** Steps about payments from banking apps. */
const oftenPushed: Partial<Record<StepKind, number>> = { push: 1 };

const hour = 3_600_000;
const day = 24 * hour;

export type Size = { families: [number, number]; days: [number, number]; stepsADay: number };
/** Nine of ten worlds are small; the tenth is a large campus for a month or more. */
const small: Size = { families: [10, 60], days: [7, 30], stepsADay: 4 };
/** For `npm test`, which has half a minute for all worlds. */
export const brief: Size = { families: [8, 25], days: [7, 7], stepsADay: 4 };
/** A month has about twenty steps, six of them sends, which makes a thousand messages and more. */
const large: Size = { families: [500, 500], days: [30, 90], stepsADay: 0.7 };

/** One world in twelve begins with the store of the last release. */
const upgradedEvery = 12;
/** One world in four is wide, but no large and no upgraded one. */
const isWide = (seed: number): boolean => seed % 4 === 2;

/** Additional steps of a wide world in a week. */
const wideStepsAWeek = 14;
/** Additional steps at the counter in a week. */
const counterStepsAWeek = 12;
/** Additional steps about reminders in a week. */
const remindingStepsAWeek = 5;

/** Additional steps of billers in a week. */
const pushesAWeek = 5;

function pickOf(table: Partial<Record<StepKind, number>>, chance: Chance): StepKind {
  const all = Object.entries(table) as [StepKind, number][];
  let left = chance.next() * all.reduce((total, [, weight]) => total + weight, 0);
  for (const [kind, weight] of all) {
    left -= weight;
    if (left < 0) return kind;
  }
  return 'look';
}

/** Makes steps with their own random numbers, so that the other steps stay the same without them. */
function makeMoreSteps(
  table: Partial<Record<StepKind, number>>,
  seed: number,
  few: { days: number; aWeek: number },
): Step[] {
  const { days, aWeek } = few;
  const chance = createChance(seed);
  const count = Math.round((aWeek * days) / 7 ** (days > 14 ? 1.3 : 1));
  return Array.from({ length: count }, () => ({
    at: 9 * hour + Math.floor(chance.next() * (days * day - 12 * hour)),
    kind: pickOf(table, chance),
    seed: Math.floor(chance.next() * 2 ** 31),
  }));
}

export function makeScenario(seed: number, size: Size = seed % 10 === 9 ? large : small): Scenario {
  const chance = createChance(seed * 2_654_435_761);
  // Most worlds are short, because a fault within a week is found fastest there.
  const [least, most] = size.days;
  const days = least + Math.floor((most - least + 1) * chance.next() ** 3);
  const families = chance.whole(...size.families);
  const count = Math.max(12, Math.round(days * size.stepsADay * (0.5 + chance.next())));
  const steps: Step[] = [];
  /** On some days much happens within minutes, so that rare events meet. */
  let at = 9 * hour;
  for (let index = 0; index < count; index += 1) {
    const isSoon = chance.happens(0.55);
    const kind: StepKind = index === 0 ? 'import' : index === 1 ? 'send' : pickOf(often, chance);
    const mean = (days * day) / count / 0.45;
    at += isSoon ? Math.round(chance.next() * 90_000) : Math.round(chance.next() * 2 * mean);
    steps.push({ at, kind, seed: Math.floor(chance.next() * 2 ** 31) });
  }
  const wide = isWide(seed);
  if (wide) steps.push(...makeMoreSteps(oftenWide, seed * 40_503 + 7, { days, aWeek: wideStepsAWeek }));
  steps.push(...makeMoreSteps(oftenAtCounter, seed * 69_621 + 3, { days, aWeek: counterStepsAWeek }));
  steps.push(...makeMoreSteps(oftenReminding, seed * 86_028_121 + 11, { days, aWeek: remindingStepsAWeek }));
  steps.push(...makeMoreSteps(oftenPushed, seed * 15_485_863 + 13, { days, aWeek: pushesAWeek }));
  steps.sort((a, b) => a.at - b.at);
  return { seed, families, days, isUpgraded: seed % upgradedEvery === 0, isWide: wide, steps };
}

/** Steps that concern a file, a disk or a whole computer. */
const ofFile: ReadonlySet<StepKind> = new Set(['diskFull', 'backup', 'restore', 'move']);

/** The scenario for PostgreSQL, whose disk and backups are outside the simulation. */
export const withoutFile = (scenario: Scenario): Scenario => ({
  ...scenario,
  isUpgraded: false,
  steps: scenario.steps.filter(({ kind }) => !ofFile.has(kind)),
});
