// `npm run service -- install | status | start | stop | remove`: this computer starts Qasid by itself, and a link to it
// is on the desktop.
import { existsSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { serviceWords } from '#shared/words/service.ts';
import { type Config, readConfig, withEnvironment } from '../src/server/config.ts';
import { StartFailure } from '../src/server/db/start-failure.ts';
import { addressOf, askVersion, isRunning, waitFor } from './service/answering.ts';
import * as control from './service/control.ts';
import { whereDesktop, writeDesktopLink } from './service/desktop-link.ts';
import type { File, ServicePlan } from './service/model.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Seconds until it answers: the first start after an update installs nothing, but may bring data up to date. */
const patience = 60;

const ofThisWindow = ['PORT', 'HOST', 'PUBLIC_URL', 'SECRET_KEY', 'BACKUPS', 'GATEWAYS', 'TRUSTED_PROXY', 'LOG_LEVEL'];

async function linkFor(config: Config): Promise<File> {
  const { platform } = process;
  const asked = whereDesktop(platform);
  const { code, said } = asked ? await control.run(asked) : { code: 1, said: '' };
  const folder = code === 0 && said !== '' && existsSync(said) ? said : join(homedir(), 'Desktop');
  return writeDesktopLink({ platform, folder, address: config.publicUrl ?? addressOf(config) });
}

async function putLink(config: Config): Promise<void> {
  try {
    const link = await linkFor(config);
    if (!existsSync(join(link.path, '..'))) return say(serviceWords.noLink);
    control.writeFiles([link]);
    say(serviceWords.link(link.path));
  } catch {
    say(serviceWords.noLink);
  }
}

async function install(plan: ServicePlan, config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  if (databaseUrl) throw new StartFailure(serviceWords.onServer);
  if (!existsSync(join(dataDir, 'qasid.db'))) throw new StartFailure(serviceWords.notSetUp(dataDir));
  if (await control.isInstalled(plan)) {
    await control.stop(plan).catch(() => {});
    await waitFor(() => !isRunning(config), patience);
  }
  if (isRunning(config)) throw new StartFailure(serviceWords.runsInWindow);
  const environment = withEnvironment({});
  const left = ofThisWindow.filter((name) => environment[name]);
  if (left.length > 0) say(serviceWords.notTaken(left));
  // It starts without what only this window knows.
  const own = readConfig({ DATA_DIR: dataDir });
  const when = await control.install(plan);
  const { platform } = process;
  if (when === 'atSignIn') say(serviceWords.atSignIn);
  else if (plan.alsoAtBoot && (await control.run(plan.alsoAtBoot)).code !== 0)
    say(serviceWords.noLinger(plan.alsoAtBoot.args.at(-1) ?? ''));
  else say(serviceWords.installed[platform === 'win32' || platform === 'darwin' ? platform : 'linux']);
  await putLink(own);
  const address = addressOf(own);
  const isUp = await waitFor(async () => (await askVersion(address)) !== undefined, patience);
  say(isUp ? serviceWords.open(own.publicUrl ?? address) : serviceWords.notUp(address));
}

async function status(plan: ServicePlan, config: Config): Promise<void> {
  say((await control.isInstalled(plan)) ? serviceWords.isInstalled : serviceWords.isNotInstalled);
  const address = addressOf(config);
  const version = await askVersion(address);
  say(version ? serviceWords.answers(address, version) : serviceWords.answersNot(address));
}

async function remove(plan: ServicePlan, config: Config): Promise<void> {
  if (!(await control.isInstalled(plan))) return say(serviceWords.isNotInstalled);
  await control.remove(plan);
  rmSync((await linkFor(config)).path, { force: true });
  say(serviceWords.removed);
}

const verbs: Record<string, (plan: ServicePlan, config: Config) => Promise<void>> = {
  install,
  status,
  remove,
  start: async (plan) => {
    await control.start(plan);
    say(serviceWords.started);
  },
  stop: async (plan) => {
    await control.stop(plan);
    say(serviceWords.stopped);
  },
};

try {
  const [verb = '', ...more] = process.argv.slice(2);
  const work = Object.hasOwn(verbs, verb) && more.length === 0 ? verbs[verb] : undefined;
  if (!work) throw new StartFailure(serviceWords.usage);
  const config = readConfig();
  const plan = control.findPlan(config.dataDir);
  if (!plan) throw new StartFailure(serviceWords.noSystem);
  await work(plan, config);
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
