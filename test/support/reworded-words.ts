/**
 * With REWORD=1 every sentence of `src/shared/words` begins with a sign, before any other module reads it: whatever
 * compares a sentence then fails, and whatever goes by a code goes on. Also read by the processes that a test starts.
 */
import { readdirSync } from 'node:fs';

export const sign = 'Reworded: ';

const folder = new URL('../../src/shared/words/', import.meta.url);

/** What stands among the words and is no sentence, and so stays as it is: `module.export`, or `module.export.key`. */
const dataAmongWords: Readonly<Record<string, string>> = {
  'template-submission.exampleValues': 'given to WhatsApp as examples of what a bill holds',
  'connecting.findingWords.number': 'a number and the name of it, put together',
  'connecting.hookFields': 'called so by Meta',
  'exports.exportWords.outboxColumns': 'headings, by which people’s own sheets and scripts find a column',
  'exports.exportWords.reportColumns': 'the same',
  'fee-templates.starterTemplates': 'stored as the templates of a new campus',
  'installation.firewallLines': 'commands that a system carries out',
  'updating.updateWords.yes': 'what a person types to agree',
  'reasons.reasonWords.other': 'the words of somebody else',
  'trail.trailWords.columns': 'the same',
  'workbooks.sampleWords': 'names of sheets and headings',
};

/**
 * What an export is itself, a text or a function, nobody can change from outside: these stay as they are. What they are
 * called in is reworded all the same.
 */
const outOfReach = [
  ...['toasts.noRecords', 'workbooks.exampleRegNum', 'workbooks.problemHeading'],
  ...[
    'bin.billsAreBack',
    'durations.sayDuration',
    'megabytes.inMegabytes',
    'plural.plural',
    'without-stop.withoutStop',
  ],
  ...['failures.sentenceOf', 'reasons.sayBody', 'sheets.billingOf'],
  ...['import-refusals.paymentOnly', 'import-refusals.statusOnly'],
  ...['papers.sayPaperDay', 'papers.sayPaperMonth'],
  ...['sheets.columnOfLetter', 'sheets.dayColumnNote', 'sheets.monthFirstNote'],
  ...['backups.sayBackupTrouble', 'installation.sayInstallationWarning'],
];

type Holder = Record<string, unknown>;

/** What says nothing stays so. */
const inOtherWords = (sentence: string): string => (sentence === '' ? '' : `${sign}${sentence}`);

const reworded =
  (say: (...given: unknown[]) => unknown) =>
  (...given: unknown[]): unknown => {
    const said = say(...given);
    return typeof said === 'string' ? inOtherWords(said) : said;
  };

function rewordAll(holder: Holder, path: string, seen: Set<unknown>): void {
  if (seen.has(holder) || Object.hasOwn(dataAmongWords, path)) return;
  seen.add(holder);
  for (const [key, value] of Object.entries(holder)) {
    const own = `${path}.${key}`;
    if (Object.hasOwn(dataAmongWords, own)) continue;
    if (typeof value === 'string') holder[key] = inOtherWords(value);
    else if (typeof value === 'function') holder[key] = reworded(value as (...given: unknown[]) => unknown);
    else if (typeof value === 'object' && value !== null) rewordAll(value as Holder, own, seen);
  }
}

async function rewordWords(): Promise<void> {
  const missed: string[] = [];
  const seen = new Set<unknown>();
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  // All of them are read before any is changed: some hold the words of others.
  const modules: [string, Holder][] = [];
  for (const file of files) modules.push([file, await import(new URL(file, folder).href)]);
  for (const [file, words] of modules) {
    for (const [key, value] of Object.entries(words)) {
      const path = `${file.slice(0, -'.ts'.length)}.${key}`;
      if (typeof value === 'object' && value !== null) rewordAll(value as Holder, path, seen);
      else missed.push(path);
    }
  }
  if (missed.sort().join() !== [...outOfReach].sort().join())
    throw new Error(`not reworded, and listed otherwise: ${missed.join(', ')}`);
}

export const isReworded = process.env.REWORD === '1';

if (isReworded) {
  await rewordWords();
  const { NODE_OPTIONS = '' } = process.env;
  const here = `--import=${import.meta.url}`;
  if (!NODE_OPTIONS.includes(here)) process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${here}`.trim();
}
