// `npm run service -- install | status | start | stop | remove` lets this computer start Qasid at boot, and puts a
// link to it on the desktop.
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bootWords } from '#shared/words/command-line.ts';
import { type Config, readConfig, withEnvironment } from '../src/server/config.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { addressOf, askVersion, isRunning, waitFor } from './boot/answering.ts';
import * as control from './boot/control.ts';
import { whereDesktop, writeDesktopLink } from './boot/desktop-link.ts';
import type { BootPlan, File } from './boot/model.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Seconds to wait for an answer. The first start after an update installs nothing, but it may migrate data. */
const patience = 60;

const ofThisWindow = [
  'PORT',
  'HOST',
  'PUBLIC_URL',
  'SECRET_KEY',
  'BACKUPS',
  'GATEWAYS',
  'TRUSTED_PROXY',
  'LOG_LEVEL',
];

async function linkFor(config: Config): Promise<File> {
  const { platform } = process;
  const command = whereDesktop(platform);
  const { code, output } = command ? await control.run(command) : { code: 1, output: '' };
  const folder = code === 0 && output !== '' && existsSync(output) ? output : join(homedir(), 'Desktop');
  return writeDesktopLink({ platform, folder, address: config.publicUrl ?? addressOf(config) });
}

async function putLink(config: Config): Promise<void> {
  try {
    const link = await linkFor(config);
    if (!existsSync(join(link.path, '..'))) return say(bootWords.noLink);
    control.writeFiles([link]);
    say(bootWords.link(link.path));
  } catch {
    say(bootWords.noLink);
  }
}

async function install(plan: BootPlan, config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) throw new StartFailure(bootWords.onServer);
  if (!existsSync(join(dataDir, 'qasid.db'))) throw new StartFailure(bootWords.notSetUp(dataDir));
  if (await control.isInstalled(plan)) {
    await control.stop(plan).catch(() => {});
    await waitFor(() => !isRunning(config), patience);
  }
  if (isRunning(config)) throw new StartFailure(bootWords.runsInWindow);
  const environment = withEnvironment({});
  const left = ofThisWindow.filter((name) => environment[name]);
  if (left.length > 0) say(bootWords.notTaken(left));
  // At boot Qasid does not have the environment variables of this terminal.
  const own = readConfig({ DATA_DIR: dataDir });
  const when = await control.install(plan);
  const { platform } = process;
  if (when === 'atSignIn') say(bootWords.atSignIn);
  else if (plan.alsoAtBoot && (await control.run(plan.alsoAtBoot)).code !== 0)
    say(bootWords.noLinger(plan.alsoAtBoot.args.at(-1) ?? ''));
  else say(bootWords.installed[platform === 'win32' || platform === 'darwin' ? platform : 'linux']);
  await putLink(own);
  const address = addressOf(own);
  const isUp = await waitFor(async () => (await askVersion(address)) !== undefined, patience);
  say(isUp ? bootWords.open(own.publicUrl ?? address) : bootWords.notUp(address));
}

async function status(plan: BootPlan, config: Config): Promise<void> {
  say((await control.isInstalled(plan)) ? bootWords.isInstalled : bootWords.isNotInstalled);
  const address = addressOf(config);
  const version = await askVersion(address);
  if (version) return say(bootWords.answers(address, version));
  say(isRunning(config) ? bootWords.answersElsewhere(address) : bootWords.answersNot(address));
}

async function remove(plan: BootPlan, config: Config): Promise<void> {
  if (!(await control.isInstalled(plan))) return say(bootWords.isNotInstalled);
  await control.remove(plan);
  rmSync((await linkFor(config)).path, { force: true });
  say(bootWords.removed);
}

const verbs: Record<string, (plan: BootPlan, config: Config) => Promise<void>> = {
  install,
  status,
  remove,
  start: async (plan) => {
    await control.start(plan);
    say(bootWords.started);
  },
  stop: async (plan) => {
    await control.stop(plan);
    say(bootWords.stopped);
  },
};

try {
  const [verb = '', ...more] = process.argv.slice(2);
  const work = Object.hasOwn(verbs, verb) && more.length === 0 ? verbs[verb] : undefined;
  if (!work) throw new StartFailure(bootWords.usage);
  const config = readConfig();
  const plan = control.findPlan(config.dataDir);
  if (!plan) throw new StartFailure(bootWords.noSystem);
  await work(plan, config);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
