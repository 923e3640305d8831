/** Reads and checks the environment once. All other modules get their values from here. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type CopyDecision, copyDecisions } from '#shared/calls/outbox.ts';
import { StartFailure } from './platform/db/start-failure.ts';
import { type FoundSettings, readSettings } from './settings-file.ts';

const flag = z
  .enum(['0', '1', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');

/** Checks a value that @fastify/proxy-addr accepts: a range name, an address or a network. */
const isProxy = (place: string): boolean =>
  /^(loopback|linklocal|uniquelocal)$/.test(place) || isIP(place.replace(/\/\d{1,3}$/, '')) > 0;

/** Tells whether a text is an origin as browsers write it: without a path, trailing slash or default port. */
const isOrigin = (text: string): boolean =>
  /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const aPort = 'must be a whole number from 0 to 65535';
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Meta's own address. Messages that go to any other address are test messages. */
export const metaGraphUrl = 'https://graph.facebook.com';

const variables = z.object({
  PORT: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, aPort)
    .transform(Number)
    .refine((port) => port <= 65_535, aPort)
    .optional(),
  HOST: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .refine((url) => URL.canParse(url), 'must be like postgres://user:password@server:5432/database')
    .optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be like https://fees.example.org' })
    .transform((url) => new URL(url).origin)
    .optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  DEMO: flag.default(false),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('warn'),
  WHATSAPP_GRAPH_URL: z
    .url({ protocol: /^https?$/, error: 'must be like https://graph.facebook.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default(metaGraphUrl),
  GATEWAYS: z.enum(['any', 'public'], 'must be any or public').default('any'),
  BACKUPS: z.enum(['nightly', 'off'], 'must be nightly or off').default('nightly'),
  SECRET_KEY: z
    .string()
    .regex(/^[\da-f]{64}$/i, 'must be 64 hexadecimal digits, such as those of: openssl rand -hex 32')
    .optional(),
  FILES_LIMIT: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a whole number of megabytes, such as 5000')
    .transform((megabytes) => Number(megabytes) * 1024 * 1024)
    .default(5000 * 1024 * 1024),
  TRUSTED_PROXY: z
    .string()
    .transform((list) => list.split(',').map((place) => place.trim()))
    .refine((proxies) => proxies.every(isProxy), 'must be like loopback,10.0.0.0/8')
    .default(['loopback']),
  CORS_ORIGINS: z
    .string()
    .transform((list) => list.split(',').map((origin) => origin.trim()))
    .refine(
      (origins) => origins.every(isOrigin),
      'must be like https://portal.example.org,https://app.example.org',
    )
    .default([]),
});

const packageFile = resolve(import.meta.dirname, '../../package.json');
/** The version in package.json. */
export const version: string = JSON.parse(readFileSync(packageFile, 'utf8')).version;

/** The default port. */
export const usualPort = 3000;
const thisComputer = '127.0.0.1';
export const everyAddress = '0.0.0.0';

/** Tells whether other computers can connect, because the program listens on more than the loopback address. */
export const isOpenTo = (host: string): boolean => !/^(localhost|127\..*|::1|\[::1\])$/i.test(host);

export type Config = {
  port: number;
  host: string;
  /** Which of port and host are set by the environment. Settings cannot change those. */
  fixed?: { port: boolean; host: boolean };
  /** Set when the settings file could not be read. It says which settings are used instead. */
  tornSettings?: FoundSettings['torn'];
  dataDir: string;
  uploadsDir: string;
  /** The built web app. During development it is missing, and Vite serves the pages. */
  webDir: string;
  databaseUrl: string | undefined;
  role: 'all' | 'web' | 'worker';
  /** An origin without a trailing slash. Undefined means the address on which the program listens. */
  publicUrl: string | undefined;
  adminPassword: string | undefined;
  demo: boolean;
  logLevel: (typeof logLevels)[number];
  /** The address of the Graph API, without a trailing slash. */
  graphUrl: string;
  /** Where gateways may be that administrators enter: on any address, or only on the public internet. */
  gatewayNetworks: 'any' | 'public';
  /** Undefined means that the key is in a file in DATA_DIR. */
  secretKey: string | undefined;
  /** What happens to waiting messages in a copy of the data at this start. If absent, a person decides. */
  copy?: CopyDecision;
  /** Starts with an empty store, although this folder held data before. */
  isNew?: true;
  /** `off` means that the operator makes backups by other means. If absent, the program makes them. */
  backups?: 'off';
  /** The limit in bytes for the files of one campus. */
  filesLimit: number;
  /** Proxies whose forwarded client address is trusted. */
  trustedProxy: string[];
  /** Origins with pages that may use an API key. If absent, there are none. */
  corsOrigins?: string[];
};

/** Returns the base URL of the program with these settings. */
export function domainOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  const isEverywhere = host === '0.0.0.0' || host === '::';
  return publicUrl ?? `http://${isEverywhere ? 'localhost' : host}:${port}`;
}

/** Returns the environment for a child process: our own, with these additions. */
export const withEnvironment = (more: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...process.env, ...more });

/** Removes empty variables, because they count as unset, as in `ADMIN_PASSWORD= npm start`. */
const withoutEmpty = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

const newFlag = '--new';

/**
 * Reads the decision about a copy from the arguments. `--copy=send` is an argument because it must apply to one start
 * only. A variable would stay, and would also decide about the next copy.
 */
function readCopy(args: readonly string[]): CopyDecision | undefined {
  const unknown = args.find((arg) => arg !== newFlag && !arg.startsWith('--copy='));
  if (unknown !== undefined) {
    const allowed = copyDecisions.map((decision) => `--copy=${decision}`).join(' and ');
    throw new StartFailure(
      `${unknown} is not an argument of Qasid. Qasid accepts ${allowed}, and ${newFlag}; settings are variables of the environment, listed in docs/operations.md.`,
    );
  }
  const given = args.find((arg) => arg.startsWith('--copy='))?.slice('--copy='.length);
  if (given === undefined) return undefined;
  const decision = copyDecisions.find((one) => one === given);
  if (!decision) throw new StartFailure(`--copy must be ${copyDecisions.join(' or ')}, not ${given}.`);
  return decision;
}

/** Returns port and host. The environment overrides the settings file. */
function resolveAddress(
  { PORT, HOST }: { PORT?: number | undefined; HOST?: string | undefined },
  { settings, torn }: FoundSettings,
): Pick<Config, 'port' | 'host' | 'fixed' | 'tornSettings'> {
  return {
    port: PORT ?? settings.port ?? usualPort,
    host: HOST ?? (settings.lan ? everyAddress : thisComputer),
    fixed: { port: PORT !== undefined, host: HOST !== undefined },
    ...(torn && { tornSettings: torn }),
  };
}

export function readConfig(env: NodeJS.ProcessEnv = process.env, args: readonly string[] = []): Config {
  const { data, error } = variables.safeParse(withoutEmpty(env));
  if (!data) {
    const reasons = new Map<string, string>();
    // Only the first problem of each variable is shown, because later checks build on earlier ones.
    for (const { path, message } of error.issues.toReversed()) reasons.set(path.join('.'), message);
    const problems = [...reasons].toReversed().map(([name, message]) => `${name}: ${message}`);
    throw new StartFailure(`The settings cannot be used. ${problems.join('; ')}`);
  }
  if (data.ROLE !== 'all' && !data.DATABASE_URL) {
    throw new StartFailure(`ROLE=${data.ROLE} needs PostgreSQL: set DATABASE_URL, or leave ROLE out.`);
  }
  const dataDir = resolve(data.DATA_DIR);
  const copy = readCopy(args);
  return {
    ...(copy && { copy }),
    ...(args.includes(newFlag) && { isNew: true as const }),
    ...(data.BACKUPS === 'off' && { backups: data.BACKUPS }),
    ...resolveAddress(data, readSettings(dataDir)),
    dataDir,
    uploadsDir: join(dataDir, 'uploads'),
    webDir: resolve(import.meta.dirname, '../../dist/web'),
    databaseUrl: data.DATABASE_URL,
    role: data.ROLE,
    publicUrl: data.PUBLIC_URL,
    adminPassword: data.ADMIN_PASSWORD,
    demo: data.DEMO,
    logLevel: data.LOG_LEVEL,
    graphUrl: data.WHATSAPP_GRAPH_URL,
    gatewayNetworks: data.GATEWAYS,
    secretKey: data.SECRET_KEY,
    filesLimit: data.FILES_LIMIT,
    trustedProxy: data.TRUSTED_PROXY,
    corsOrigins: data.CORS_ORIGINS,
  };
}
