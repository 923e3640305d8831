// `npm run verify-trail` checks that the trail is unchanged since it was sealed. It prints the first wrong row of
// each school, and exits with 1 if there is one.
//   npm run verify-trail -- --head=1184:9f2c…   also compares it with a head that was noted down
import { verifyWords } from '#shared/words/trail.ts';
import { readConfig } from '../src/server/config.ts';
import {
  findSchoolOfHead,
  type NotedHead,
  type VerifiedSchool,
  verifyTrail,
} from '../src/server/operations/backups/verify-trail.ts';
import { openStoreToRead } from '../src/server/platform/db/open-store.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { readCommandLine } from './command-line.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readNotedHead(): NotedHead | undefined {
  const options = { head: { type: 'string' }, school: { type: 'string' } } as const;
  const { head, school: slug } = readCommandLine({ options }, verifyWords.headShape).values;
  if (head === undefined) return undefined;
  const [, count, hash] = /^(\d+):([\da-f]{64})$/.exec(head) ?? [];
  if (count === undefined || hash === undefined) throw new StartFailure(verifyWords.headShape);
  return { count: Number(count), hash, slug };
}

/** Prints the result for one school and returns whether its trail is intact. */
function reportSchool({ name, finding, unsealed, isHeadGone, emptied }: VerifiedSchool): boolean {
  const { head, fault, storedIn } = finding;
  if (fault) say(verifyWords.broken(name, fault.place, fault.id) + verifyWords.faults[fault.what]);
  else if (isHeadGone) say(verifyWords.noHead(name));
  else if (emptied) say(verifyWords.emptied(name, emptied));
  else say(verifyWords.whole(name, head.count));
  if (storedIn) say(verifyWords.foundWith(storedIn));
  if (!fault && head.count > 0) say(verifyWords.head(head.count, head.hash));
  if (unsealed > 0) say(verifyWords.unsealed(unsealed));
  return fault === undefined && !isHeadGone && !emptied;
}

async function verify(): Promise<boolean> {
  const noted = readNotedHead();
  const config = readConfig(undefined, []);
  const store = await openStoreToRead(config);
  try {
    const tables = await store.db.introspection.getTables();
    if (!tables.some(({ name }) => name === 'trail')) throw new StartFailure(verifyWords.olderProgram);
    const schoolID = noted && (await findSchoolOfHead(store.db, noted));
    const ofSchool = noted && schoolID !== undefined ? { ...noted, schoolID } : undefined;
    let schools = 0;
    let broken = 0;
    for await (const school of verifyTrail(store.db, { dataDir: config.dataDir, noted: ofSchool })) {
      schools += 1;
      if (!reportSchool(school)) broken += 1;
    }
    if (schools === 0) say(verifyWords.noSchool);
    else if (noted && !ofSchool) {
      say(verifyWords.nowhere(`${noted.count}:${noted.hash}`));
      broken += 1;
    }
    return broken === 0;
  } finally {
    await store.close();
  }
}

try {
  if (!(await verify())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
