/**
 * Runs the whole program with its own clock, which the parent process sets. `{ ahead }` says by how many milliseconds
 * it is ahead of the computer's clock, and `look` runs the worker of reminders once. The program sends its address
 * first and answers each message. DATA_DIR and PORT are those of the program.
 */
import { remindDue } from '../../src/server/reminders/runs/worker.ts';
import { start } from '../../src/server/start.ts';
import { configFor } from './config.ts';

const { DATA_DIR: dataDir = '', PORT = '0', ADMIN_PASSWORD: adminPassword } = process.env;
let ahead = Number(process.env.CLOCK_AHEAD ?? 0);

const running = await start(
  { ...configFor(dataDir, undefined), port: Number(PORT), role: 'all', adminPassword, backups: 'off' },
  { now: () => new Date(Date.now() + ahead) },
);

async function obey(order: { ahead: number } | 'look'): Promise<void> {
  if (order === 'look') await remindDue(running.deps);
  else ahead = order.ahead;
  process.send?.('done');
}

process.on('message', (order: { ahead: number } | 'look') => void obey(order));
process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
process.send?.(running.address);
