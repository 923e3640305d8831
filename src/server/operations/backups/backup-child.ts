/**
 * A child process that makes one backup or tests one folder. Because it is a separate process, requests do not wait
 * for the disk, its memory is freed when it ends, and an unreachable network folder blocks nothing.
 */
import { withEnvironment } from '../../config.ts';
import type { BackupOrder, SecondFolder } from '../../deps.ts';
import { toBackupError } from './backup-error.ts';
import { makeBackup } from './make-backup.ts';
import { takeFolder } from './second-folder.ts';

export type ChildOrder =
  | { kind: 'backup'; order: BackupOrder }
  | { kind: 'folder'; folder: SecondFolder; dataDir: string };

process.umask(0o077);

const reply = (answer: object): void => void process.send?.(answer);

async function carryOut(childOrder: ChildOrder): Promise<void> {
  if (childOrder.kind === 'backup') {
    const outcome = await makeBackup(childOrder.order, withEnvironment({}), (early) => reply({ early }));
    return reply({ answer: outcome });
  }
  try {
    reply({ answer: { look: await takeFolder(childOrder.folder, childOrder.dataDir) } });
  } catch (error) {
    reply({ answer: { error: toBackupError(error) } });
  }
}

process.on('message', (childOrder: ChildOrder) => {
  void carryOut(childOrder).finally(() => process.disconnect?.());
});
// A terminal sends Ctrl-C to all processes of the program. Only the parent decides when this process ends.
process.on('SIGINT', () => {});
// The parent has ended. The next backup removes this unfinished one.
process.on('disconnect', () => process.exit(0));
reply({ isReady: true });
