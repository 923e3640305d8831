/** Stops Qasid while its program is replaced, and starts it again if this computer had started it. */
import { updateWords } from '#shared/words/command-line.ts';
import type { Config } from '../../src/server/config.ts';
import { StartFailure } from '../../src/server/platform/db/start-failure.ts';
import { addressOf, askVersion, isRunning, waitFor } from '../boot/answering.ts';
import * as control from '../boot/control.ts';
import type { BootPlan } from '../boot/model.ts';

type Say = (line: string) => void;

/** Seconds in which a person can find the window of Qasid and close it. */
const patience = 15 * 60;
/** Seconds in which Qasid can finish its work and stop, or start again. */
const soon = 90;

export type Stopped = {
  /**
   * Starts Qasid again if this computer had started it, and waits until `version` answers. Otherwise asks the person to
   * start it.
   */
  startAgain: (version: string) => Promise<void>;
};

/** Several programs may use the data on a PostgreSQL server. The operator must stop them. */
async function expectNoneConnected(config: Config): Promise<void> {
  if (!config.databaseUrl) return;
  const { listConnected } = await import('../../src/server/platform/db/put-back-postgres.ts');
  if ((await listConnected(config.databaseUrl)).length > 0) throw new StartFailure(updateWords.stillRuns);
}

async function stopService(plan: BootPlan | undefined, config: Config): Promise<boolean> {
  if (!plan || !isRunning(config) || !(await control.isInstalled(plan))) return false;
  await control.stop(plan).catch(() => {});
  return waitFor(() => !isRunning(config), soon);
}

async function startAgain(plan: BootPlan, config: Config, { say, version }: { say: Say; version: string }) {
  await control.start(plan);
  const address = addressOf(config);
  const isUp = await waitFor(async () => (await askVersion(address)) === version, soon);
  say(isUp ? updateWords.answers(config.publicUrl ?? address) : updateWords.answersNot);
}

/** Stops Qasid if this computer started it. Otherwise waits until a person has stopped it. */
export async function stopQasid(config: Config, say: Say): Promise<Stopped> {
  await expectNoneConnected(config);
  const plan = control.findPlan(config.dataDir);
  const isOurs = await stopService(plan, config);
  // Ctrl-C is ignored from now on, because the stopped service must be started again.
  if (isOurs) process.on('SIGINT', () => {});
  if (isRunning(config)) {
    say(updateWords.stopIt);
    if (!(await waitFor(() => !isRunning(config), patience))) throw new StartFailure(updateWords.stillRuns);
    say(updateWords.stopping);
  }
  return {
    startAgain: async (version) => {
      if (isOurs && plan) await startAgain(plan, config, { say, version });
      else say(updateWords.startIt);
    },
  };
}
