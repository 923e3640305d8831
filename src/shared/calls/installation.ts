import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';

const instant = z.string();

/** Warnings of risks for the data or the access; the sentences are in `words/installation.ts`. */
const installationWarning = z.discriminatedUnion('code', [
  /** `free`: free bytes on the disk of the data. */
  z.object({ code: z.literal('lowSpace'), free: z.number() }),
  /** `shows` is the time of the computer's clock, and `is` the time of a server on the internet. */
  z.object({ code: z.literal('clockWrong'), shows: instant, is: instant }),
  /** Something was stored at `seen`, which is still in the future by the computer's clock. */
  z.object({ code: z.literal('clockBehind'), shows: instant, seen: instant }),
  /** The data are in a folder that a program of this name synchronises. */
  z.object({ code: z.literal('syncedFolder'), name: z.string() }),
  /** The data are on another computer. `name`: its share, or the type of the file system. */
  z.object({ code: z.literal('networkFolder'), name: z.string() }),
  /** The settings file cannot be read. `used`: the last good settings, or none. */
  z.object({ code: z.literal('tornSettings'), used: z.enum(['lastGood', 'nothing']) }),
  /** In the last night the figures of bills of these campuses, by name, did not match their ledger. */
  z.object({ code: z.literal('moneyDiffers'), campus: z.string() }),
]);
export type InstallationWarning = z.infer<typeof installationWarning>;

const port = z.int().min(1).max(65_535);

/** `next`: the value in Settings, used from the next start. `isFixed`: the operator has set it in the environment. */
const ofEnvironment = <T extends z.ZodType>(of: T) => z.object({ now: of, next: of, isFixed: z.boolean() });

const installation = z.object({
  version: z.string(),
  /**
   * False if the installation serves several schools. Then only the operator manages it, and the answer
   * contains no values.
   */
  mayChange: z.boolean(),
  port: ofEnvironment(z.number()),
  /** Whether other computers have access. */
  lan: ofEnvironment(z.boolean()),
  /** The addresses for other computers, if they have access. */
  addresses: z.array(z.string()),
  /** The public address, if the operator has set one. */
  publicUrl: z.string().nullable(),
  system: z.enum(['windows', 'mac', 'linux', 'other']),
  dataDir: z.string(),
  /** Whether a wanted value differs from the current value, so a restart is needed. */
  needsRestart: z.boolean(),
  /** Whether the program can be restarted from this screen. */
  mayRestart: z.boolean(),
});
export type InstallationAnswer = z.infer<typeof installation>;

export const getInstallation = defineCall({
  method: 'GET',
  path: '/Installation',
  access: 'admin',
  campus: 'query',
  summary:
    'Returns where this installation listens, whether other computers have access, and what changes at its next start.',
  query: ofCampus,
  answer: installation,
});

export const changeInstallation = defineCall({
  method: 'PUT',
  path: '/Installation',
  access: 'admin',
  campus: 'query',
  summary:
    'Sets the port, or the access of other computers, from the next start on. Values that the environment sets stay.',
  query: ofCampus,
  body: z.object({ port: port.optional(), lan: z.boolean().optional() }),
  answer: installation,
});

export const restartInstallation = defineCall({
  method: 'POST',
  path: '/Installation/Restart',
  access: 'admin',
  campus: 'query',
  summary: 'Restarts the program after work in progress has ended. The changed settings then take effect.',
  query: ofCampus,
  answer: null,
});

export const listWarnings = defineCall({
  method: 'GET',
  path: '/Installation/Warnings',
  access: 'view',
  campus: 'query',
  summary: 'Lists dangers for the data: low disk space, a wrong clock, an unsuitable folder.',
  query: ofCampus,
  answer: z.object({ list: z.array(installationWarning) }),
});
