/** Pure rules of the form for the sending pace, and the description of the pace in words. */
import type { PaceSettings } from '#shared/calls/senders.ts';
import type { Issue } from '#shared/failures.ts';
import { readTime } from '#shared/sheets/read-time.ts';
import { secondsAt } from '#shared/time/sending-time.ts';
import { scheduleWords } from '#shared/words/sending.ts';
import { senderWords } from '#shared/words/whatsapp-number.ts';
import { changedFields } from '../../lib/changed-fields.ts';

export type Gap = 'none' | 'usual' | 'own';
/** The usual gap between two messages in the spec, in seconds. */
const usualGap = { from: 5, to: 12 };

/** The numbers are texts as the user typed them. A limit that is switched off keeps its text. */
export type PaceForm = {
  gap: Gap;
  gapFrom: string;
  gapTo: string;
  isRated: boolean;
  perMinute: string;
  isResting: boolean;
  restEvery: string;
  restSeconds: string;
  isPaired: boolean;
  pairSeconds: string;
  isNewLimited: boolean;
  newPerDay: string;
  isQuiet: boolean;
  quietFrom: string;
  quietTo: string;
  quietDays: number[];
};

const gapOf = (gap: PaceSettings['gap']): Gap => {
  if (!gap) return 'none';
  return gap.from === usualGap.from && gap.to === usualGap.to ? 'usual' : 'own';
};

/** The form with the stored pace. A limit that is off gets a default, which is used when the limit is switched on. */
export function formOf({ gap, rest, quiet, ...pace }: PaceSettings): PaceForm {
  return {
    gap: gapOf(gap),
    gapFrom: String(gap?.from ?? usualGap.from),
    gapTo: String(gap?.to ?? usualGap.to),
    isRated: pace.perMinute !== null,
    perMinute: String(pace.perMinute ?? 20),
    isResting: rest !== null,
    restEvery: String(rest?.every ?? 50),
    restSeconds: String(rest?.seconds ?? 120),
    isPaired: pace.pairSeconds !== null,
    pairSeconds: String(pace.pairSeconds ?? 6),
    isNewLimited: pace.newPerDay !== null,
    newPerDay: String(pace.newPerDay ?? 250),
    isQuiet: quiet !== null,
    quietFrom: quiet?.from ?? '21:00',
    quietTo: quiet?.to ?? '08:00',
    quietDays: pace.quietDays.toSorted((a, b) => a - b),
  };
}

const numberFields = {
  gapFrom: { least: 0, most: 3600, path: 'gap.from', isOn: ({ gap }: PaceForm) => gap === 'own' },
  gapTo: { least: 0, most: 3600, path: 'gap.to', isOn: ({ gap }: PaceForm) => gap === 'own' },
  perMinute: { least: 1, most: 60_000, path: 'perMinute', isOn: (form: PaceForm) => form.isRated },
  restEvery: { least: 1, most: 100_000, path: 'rest.every', isOn: (form: PaceForm) => form.isResting },
  restSeconds: { least: 1, most: 86_400, path: 'rest.seconds', isOn: (form: PaceForm) => form.isResting },
  pairSeconds: { least: 1, most: 3600, path: 'pairSeconds', isOn: (form: PaceForm) => form.isPaired },
  newPerDay: { least: 1, most: 1_000_000, path: 'newPerDay', isOn: (form: PaceForm) => form.isNewLimited },
} as const;
export type NumberField = keyof typeof numberFields;

const paths: Record<string, keyof PaceForm> = {
  ...Object.fromEntries(
    Object.entries(numberFields).map(([field, { path }]) => [path, field as NumberField]),
  ),
  gap: 'gapTo',
  rest: 'restSeconds',
  'quiet.from': 'quietFrom',
  'quiet.to': 'quietTo',
  quiet: 'quietTo',
  quietDays: 'quietDays',
};

export type PaceTrouble = Partial<Record<keyof PaceForm, string>>;

/** Maps the server's issues to the fields of the form. */
export const troubleOf = (issues: readonly Issue[] | undefined): PaceTrouble =>
  Object.fromEntries(
    (issues ?? []).flatMap(({ path, message }) => {
      const field = paths[path.replace(/^body\./, '').replace(/^(quietDays)\..*/, '$1')];
      return field ? [[field, message]] : [];
    }),
  );

/** The errors of numbers and times that cannot be read. Fields of limits that are off are not checked. */
export function unreadIn(form: PaceForm): PaceTrouble {
  const trouble: PaceTrouble = {};
  for (const [name, { least, most, isOn }] of Object.entries(numberFields)) {
    const typed = form[name as NumberField].trim();
    const isRead = /^\d{1,9}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
    if (isOn(form) && !isRead) trouble[name as NumberField] = senderWords.whole(least, most);
  }
  if (form.isQuiet) {
    for (const name of ['quietFrom', 'quietTo'] as const) {
      const isBlank = form[name].trim() === '';
      if (readTime(form[name]) === undefined)
        trouble[name] = isBlank ? scheduleWords.timeRequired : scheduleWords.notATime;
    }
  }
  return trouble;
}

function readGap({ gap, gapFrom, gapTo }: PaceForm): PaceSettings['gap'] {
  if (gap === 'none') return null;
  return gap === 'usual' ? usualGap : { from: Number(gapFrom), to: Number(gapTo) };
}

const clockOf = (typed: string): string => readTime(typed) ?? typed;

/** The pace in the format of the call. Call it only if `unreadIn` has found no error. */
export const paceOf = (form: PaceForm): PaceSettings => ({
  gap: readGap(form),
  perMinute: form.isRated ? Number(form.perMinute) : null,
  rest: form.isResting ? { every: Number(form.restEvery), seconds: Number(form.restSeconds) } : null,
  pairSeconds: form.isPaired ? Number(form.pairSeconds) : null,
  newPerDay: form.isNewLimited ? Number(form.newPerDay) : null,
  quiet: form.isQuiet ? { from: clockOf(form.quietFrom), to: clockOf(form.quietTo) } : null,
  quietDays: form.quietDays,
});

/** The limits that differ from the stored pace. Fields of limits that are off are ignored. */
export const changedPace = (form: PaceForm, pace: PaceSettings): (keyof PaceSettings)[] =>
  changedFields(paceOf(form), paceOf(formOf(pace)));

/** The number of messages in a usual monthly send of a school. */
const usualBroadcast = 500;

/** Describes the effect of the pace in sentences. */
export function describePace(pace: PaceSettings): string[] {
  const seconds = secondsAt(pace, usualBroadcast);
  const { quiet, quietDays, newPerDay } = pace;
  return [
    seconds > 0 ? senderWords.takes(usualBroadcast, seconds) : senderWords.goesAtOnce,
    newPerDay !== null && newPerDay < usualBroadcast
      ? senderWords.newFamiliesText(usualBroadcast, newPerDay)
      : '',
    quiet ? senderWords.quietHoursText(quiet.from, quiet.to) : '',
    quietDays.length > 0
      ? senderWords.quietDaysText(quietDays.map((day) => senderWords.days[day] ?? ''))
      : '',
  ].filter(Boolean);
}
