// `npm run school` manages the schools of an installation. Anyone who may read the data folder may run it.
import { formatInstant } from '#shared/time/dates.ts';
import { schoolWords } from '#shared/words/command-line.ts';
import { addressOfLink } from '../src/server/auth/links/links.ts';
import {
  addSchool,
  beginRemoval,
  limitSchool,
  needSchool,
  resumeSchool,
  suspendSchool,
} from '../src/server/auth/schools/schools.ts';
import { listSchools, type SchoolLimits } from '../src/server/auth/schools/schools-queries.ts';
import { type Config, domainOf, readConfig } from '../src/server/config.ts';
import { fillNewCampus } from '../src/server/demo/demo.ts';
import { defaultTimeZone } from '../src/server/operations/backups/backups.ts';
import { exportSchool } from '../src/server/operations/backups/export-school.ts';
import { graceDays, removeSchool } from '../src/server/operations/backups/remove-school.ts';
import { openExistingStore } from '../src/server/platform/db/open-store.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import type { Store } from '../src/server/platform/db/store.ts';
import { createBus } from '../src/server/platform/live/bus.ts';
import { computer } from '../src/server/runtime.ts';
import { setSuspended } from '../src/server/senders/settings/settings-queries.ts';
import { readCommandLine } from './command-line.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const day = 24 * 60 * 60_000;
const megabyte = 1024 * 1024;

const options = {
  title: { type: 'string' },
  admin: { type: 'string' },
  campus: { type: 'string' },
  'messages-a-day': { type: 'string' },
  files: { type: 'string' },
  'calls-a-minute': { type: 'string' },
} as const;

type Options = { [name in keyof typeof options]?: string };
type Context = { store: Store; config: Config; options: Options };
const { now } = computer;
const makerOf = ({ store, config }: Context) => ({ store, config, runtime: computer, now });

/** Makes open pages and live streams check again whether their user still has access. */
async function announce({ store }: Context, campusIDs: readonly number[]): Promise<void> {
  const bus = createBus(computer, store.notify);
  for (const campusID of campusIDs) bus.publish(campusID, { what: 'session' });
  bus.wake('sending');
  await bus.close();
}

function need(value: string | undefined, what: string): string {
  if (!value) throw new StartFailure(`${schoolWords.missing(what)}\n\n${schoolWords.usage}`);
  return value;
}

/** `none` removes a limit. */
function readLimit(value: string | undefined, name: string): number | null | undefined {
  if (value === undefined) return undefined;
  if (value === 'none') return null;
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new StartFailure(schoolWords.notWhole(`--${name}`));
  return Number(value);
}

function readLimits(values: Options): Partial<SchoolLimits> {
  const [messagesADay, megabytes, callsAMinute] = (
    ['messages-a-day', 'files', 'calls-a-minute'] as const
  ).map((name) => readLimit(values[name], name));
  return {
    ...(messagesADay !== undefined && { messagesADay }),
    ...(megabytes !== undefined && { filesLimit: megabytes === null ? null : megabytes * megabyte }),
    ...(callsAMinute !== undefined && { callsAMinute }),
  };
}

async function list({ store }: Context): Promise<void> {
  const schools = await listSchools(store.db);
  if (schools.length === 0) say(schoolWords.none);
  for (const school of schools) say(schoolWords.listed(school));
}

async function add(context: Context, slug: string): Promise<void> {
  const { title, admin, campus = 'Main Campus' } = context.options;
  const userName = need(admin, 'who administers it: --admin USER');
  const newSchool = { slug, name: need(title, 'what it is called: --title "…"'), campus, userName };
  const link = await addSchool(makerOf(context), newSchool, fillNewCampus);
  const until = formatInstant(link.expiresAt, defaultTimeZone);
  say(schoolWords.added({ slug, userName, link: addressOfLink(domainOf(context.config), link), until }));
}

async function limits(context: Context, slug: string): Promise<void> {
  const { db } = context.store;
  const school = await needSchool(db, slug);
  const newLimits = readLimits(context.options);
  if (Object.keys(newLimits).length > 0) await limitSchool(makerOf(context), school, newLimits);
  say(schoolWords.limited(slug, await needSchool(db, slug)));
}

async function suspend(context: Context, slug: string): Promise<void> {
  const school = await needSchool(context.store.db, slug);
  await announce(context, await suspendSchool(makerOf(context), { school, hold: setSuspended }));
}

async function resume(context: Context, slug: string): Promise<void> {
  const school = await needSchool(context.store.db, slug);
  await announce(context, await resumeSchool(makerOf(context), { school, hold: setSuspended }));
  say(schoolWords.resumed(slug));
}

async function exportOne(context: Context, slug: string): Promise<void> {
  const { folder, damaged } = await exportSchool(makerOf(context), await needSchool(context.store.db, slug));
  say(schoolWords.exported(folder));
  if (damaged.length > 0) say(schoolWords.exportedDamaged(damaged));
  say(schoolWords.exportedNext(folder));
}

async function remove(context: Context, slug: string): Promise<void> {
  const school = await needSchool(context.store.db, slug);
  const at = now();
  if (school.removeAt === null) {
    await suspend(context, slug);
    await exportOne(context, slug);
    const removeAt = new Date(at.getTime() + graceDays * day).toISOString();
    await beginRemoval(makerOf(context), school, removeAt);
    return say(schoolWords.graceBegins(slug, removeAt));
  }
  if (school.removeAt > at.toISOString()) return say(schoolWords.graceGoesOn(slug, school.removeAt));
  const { rows, files, folder, damaged } = await removeSchool(makerOf(context), school);
  say(schoolWords.exported(folder));
  if (damaged.length > 0) say(schoolWords.exportedDamaged(damaged));
  say(schoolWords.removed(slug, rows, files));
}

const verbs: Readonly<Record<string, (context: Context, slug: string) => Promise<void>>> = {
  list,
  add,
  limits,
  suspend: async (context, slug) => {
    await suspend(context, slug);
    say(schoolWords.suspended(slug));
  },
  resume,
  export: exportOne,
  remove,
};

async function run(): Promise<void> {
  process.umask(0o077);
  const { values, positionals } = readCommandLine({ options, allowPositionals: true }, schoolWords.usage);
  const [verb = '', slug, ...more] = positionals;
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!act || more.length > 0) throw new StartFailure(schoolWords.usage);
  const named = verb === 'list' ? '' : need(slug, 'the short name of the school');
  const config = readConfig(undefined, []);
  const store = await openExistingStore(config);
  try {
    await act({ store, config, options: values }, named);
  } finally {
    await store.close();
  }
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
