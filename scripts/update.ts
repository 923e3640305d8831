// `npm run update -- FOLDER_OR_ARCHIVE` replaces Qasid with a newer version and keeps the data. `--back` goes back to
// the previous version, and `--yes` skips the question. The command downloads nothing.
import { resolve } from 'node:path';
import { updateWords } from '#shared/words/command-line.ts';
import { sayBackupError } from '#shared/words/installation.ts';
import { version as present, readConfig, withEnvironment } from '../src/server/config.ts';
import { toBackupError } from '../src/server/operations/backups/backup-error.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { readCommandLine } from './command-line.ts';
import { goBack } from './update/go-back.ts';
import { NewVersionFailure } from './update/model.ts';
import { readNewVersion } from './update/newcomer.ts';
import { takeOver, UpdateUndone } from './update/take-over.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

type UpdateOptions = { path: string | undefined; isBack: boolean; isSure: boolean };

function readOptions(): UpdateOptions {
  const options = {
    back: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const;
  const usage = updateWords.usage(present);
  const { values, positionals } = readCommandLine({ options, allowPositionals: true }, usage);
  const [path] = positionals;
  if (positionals.length > 1 || values.back !== (path === undefined)) throw new StartFailure(usage);
  return { path, isBack: values.back, isSure: values.yes };
}

/**
 * Paths are relative to the folder in which the command was run, which npm names in INIT_CWD. npm itself changes to
 * the folder of the package.
 */
const fromTyped = (path: string): string => resolve(withEnvironment({}).INIT_CWD ?? '.', path);

async function update(): Promise<void> {
  process.umask(0o077);
  const { path, isBack, isSure } = readOptions();
  const config = readConfig();
  if (isBack || path === undefined) return goBack({ config, say, isSure });
  try {
    const newVersion = await readNewVersion(fromTyped(path), present);
    say(updateWords.found(newVersion.version, present));
    await takeOver({ newVersion, config, say });
  } catch (error) {
    const message = sentenceFor(error);
    throw error instanceof UpdateUndone
      ? error
      : new StartFailure(`${message}\n${updateWords.nothingChanged}`);
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof StartFailure) return error.message;
  if (error instanceof NewVersionFailure) return updateWords.problems[error.problem](error.detail);
  return sayBackupError(toBackupError(error));
}

try {
  await update();
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exitCode = 1;
}
