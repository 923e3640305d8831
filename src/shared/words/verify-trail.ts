import { plural } from './plural.ts';

/** Texts of `npm run verify-trail`. */
export const verifyWords = {
  whole: (school: string, rows: number) => `✓ ${school}: ${plural(rows, 'row', 'rows')}, whole.`,
  head: (count: number, hash: string) =>
    `  Its head is ${count}:${hash}. Kept elsewhere, it finds a trail that is written anew.`,
  unsealed: (rows: number) =>
    `  ${plural(rows, 'row is', 'rows are')} not sealed yet, and so not proven. Qasid seals them within seconds while it runs.`,
  faults: {
    changed: 'was changed after it was sealed.',
    missing: 'is missing: it was deleted.',
    cut: 'and all after it are missing: the end was cut off.',
    rewritten: 'is not what it was when its head was kept elsewhere: it was written anew.',
  },
  broken: (school: string, place: number, id: number | undefined) =>
    `✗ ${school}: row ${place}${id === undefined ? '' : ` (id ${id})`} `,
  keptIn: (where: string) => `  Found by the head that is kept in ${where}.`,
  noSchool: 'There is no school yet, and so no trail.',
  backup: (name: string) => `the backup ${name}`,
  noted: 'the head that was noted down',
  table: 'the database',
  noHead: (school: string) => `✗ ${school}: the head of its chain is gone from the database.`,
  emptied: (school: string, { users, billings }: { users: number; billings: number }) =>
    `✗ ${school}: the trail is empty although there are ${plural(users, 'user', 'users')} and ${plural(billings, 'billing', 'billings')}, which do not come into being without entries: it was emptied together with its head.`,
  nowhere: (head: string) =>
    `✗ The head that was noted down, ${head}, is in no school’s trail: the trail that it is of was cut off or written anew. Add --school=NAME to see where.`,
  unknownSchool: (slug: string) => `There is no school ${slug}.`,
  olderProgram: 'This database is of an older Qasid, which kept no trail. Start it once.',
  headShape: 'Give a head as it was printed: --head=COUNT:HASH, and --school=NAME where there are several.',
} as const;
