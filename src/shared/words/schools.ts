/** Texts of `npm run school`. */
import { formatDay } from '../dates.ts';
import { nameFiles } from './backups.ts';
import { inMegabytes } from './megabytes.ts';
import { plural } from './plural.ts';

const dayOf = (at: string): string => formatDay(at.slice(0, 10));

type Limits = { messagesADay: number | null; filesLimit: number | null; callsAMinute: number | null };

function sayLimits({ messagesADay, filesLimit, callsAMinute }: Limits): string {
  const said = [
    messagesADay === null ? undefined : `${messagesADay.toLocaleString('en-US')} messages a day`,
    filesLimit === null ? undefined : `${inMegabytes(filesLimit)} of files`,
    callsAMinute === null ? undefined : `${callsAMinute.toLocaleString('en-US')} calls a minute`,
  ].filter((limit) => limit !== undefined);
  return said.length > 0 ? `at most ${said.join(', ')}` : 'no limits of its own';
}

type Listed = Limits & {
  slug: string;
  name: string;
  campuses: number | null;
  people: number | null;
  suspendedAt: string | null;
  removeAt: string | null;
};

export const schoolWords = {
  usage: `Several schools in one installation:
  npm run school -- list
  npm run school -- add NAME --title "Name of the school" --admin USER [--campus "Name of its first campus"]
  npm run school -- limits NAME [--messages-a-day N] [--files MEGABYTES] [--calls-a-minute N]   none: no limit
  npm run school -- suspend NAME     nobody signs in, nothing is sent; what waits stays
  npm run school -- resume NAME
  npm run school -- export NAME      everything of this school, in a folder of its own
  npm run school -- remove NAME      exports and suspends it; 30 days later, run again, everything of it goes
NAME is the short one: the db of its calls and addresses.`,
  missing: (what: string) => `Say ${what}.`,
  notWhole: (what: string) => `${what} must be a whole number above 0, or none.`,
  none: 'There is no school yet.',
  unknown: (slug: string) => `There is no school "${slug}". npm run school -- list names them.`,
  slugShape: (slug: string) =>
    `"${slug}" cannot be the short name of a school: a small letter, then at most 38 small letters, digits or hyphens.`,
  slugTaken: (slug: string) => `There is a school "${slug}" already.`,
  userShape: (name: string) =>
    `"${name}" cannot be a user name: 3 to 60 letters, digits, dots or underlines.`,
  userTaken: (name: string) =>
    `The user name "${name}" is taken: it is one of all schools together. Choose another one.`,
  listed: ({ slug, name, campuses, people, suspendedAt, removeAt, ...limits }: Listed) => {
    const counts = `${plural(campuses ?? 0, 'campus', 'campuses')}, ${plural(people ?? 0, 'person', 'people')}`;
    const state =
      removeAt !== null
        ? `; to be removed from ${dayOf(removeAt)}`
        : suspendedAt !== null
          ? `; suspended since ${dayOf(suspendedAt)}`
          : '';
    return `${slug.padEnd(20)} ${name}: ${counts}, ${sayLimits(limits)}${state}`;
  },
  added: ({ slug, userName, link, until }: { slug: string; userName: string; link: string; until: string }) =>
    `The school ${slug} is there. Open this link once to choose the password of its administrator ${userName}: ${link}\nIt opens until ${until}, while Qasid runs.`,
  suspended: (slug: string) =>
    `${slug} is suspended: its sessions have ended, nobody signs in, and nothing is sent. What waits stays, and what families write is kept.`,
  resumed: (slug: string) => `${slug} goes on: its people sign in again, and what waited is sent.`,
  limited: (slug: string, limits: Limits) => `${slug}: ${sayLimits(limits)}.`,
  exported: (folder: string) =>
    `Everything of it is in ${folder}: a database that any program for SQLite reads, and its files beside it. Passwords, sessions and the tokens of WhatsApp are not in it.`,
  exportedDamaged: (names: readonly string[]) =>
    `${plural(names.length, 'file is', 'files are')} damaged and not in it: ${nameFiles(names)}.`,
  exportedNext: (folder: string) =>
    `As a Qasid of its own: DATA_DIR=/an/empty/folder npm run restore -- --from=${folder}, then npm run user -- reset NAME.`,
  graceBegins: (slug: string, from: string) =>
    `${slug} is suspended. Run the same command from ${dayOf(from)} on, and everything of it goes. Until then npm run school -- resume ${slug} takes this back.`,
  graceGoesOn: (slug: string, from: string) =>
    `${slug} is to be removed from ${dayOf(from)} on. Nothing was done now.`,
  removed: (slug: string, rows: number, files: number) =>
    `${slug} is removed: ${plural(rows, 'row', 'rows')} and ${plural(files, 'file', 'files')}. Backups from before hold it until they are thinned out.`,
  notTheSame: (what: string) => `Nothing was removed: ${what}.`,
} as const;
