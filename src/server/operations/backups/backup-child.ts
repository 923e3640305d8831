/**
 * A child process that makes one backup or tests one folder. In a separate process, requests do not wait for the disk,
 * the memory is freed afterwards, and an unreachable network folder blocks nothing.
 */
import { withEnvironment } from '../../config.ts';
import type { BackupOrder, SecondFolder } from '../../deps.ts';
import { makeBackup } from './make-backup.ts';
import { takeFolder } from './second-folder.ts';
import { troubleOf } from './trouble.ts';

export type ChildOrder =
  | { kind: 'backup'; order: BackupOrder }
  | { kind: 'folder'; folder: SecondFolder; dataDir: string };

process.umask(0o077);

const tell = (answer: object): void => void process.send?.(answer);

async function carryOut(asked: ChildOrder): Promise<void> {
  if (asked.kind === 'backup') {
    const outcome = await makeBackup(asked.order, withEnvironment({}), (early) => tell({ early }));
    return tell({ answer: outcome });
  }
  try {
    tell({ answer: { look: await takeFolder(asked.folder, asked.dataDir) } });
  } catch (error) {
    tell({ answer: { trouble: troubleOf(error) } });
  }
}

process.on('message', (asked: ChildOrder) => {
  void carryOut(asked).finally(() => process.disconnect?.());
});
// A terminal sends Ctrl-C to all its processes; the parent decides when this one ends.
process.on('SIGINT', () => {});
// The parent is gone. The next backup removes the unfinished one.
process.on('disconnect', () => process.exit(0));
tell({ isReady: true });
