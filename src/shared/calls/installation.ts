import { z } from 'zod';
import { defineCall, ofCampus } from '../call.ts';

const instant = z.string();

/** What may harm the data, or keep people out; sentences are in `words/installation.ts`. */
export const installationWarning = z.discriminatedUnion('code', [
  /** `free`: bytes on the disk of the data. */
  z.object({ code: z.literal('lowSpace'), free: z.number() }),
  /** By what a server of others says: `shows` stands on the computer's clock while it is `is`. */
  z.object({ code: z.literal('clockWrong'), shows: instant, is: instant }),
  /** Something was stored at `seen`, which by the computer's clock is still to come. */
  z.object({ code: z.literal('clockBehind'), shows: instant, seen: instant }),
  /** The data lie in a folder that a program of this name copies elsewhere. */
  z.object({ code: z.literal('syncedFolder'), name: z.string() }),
  /** The data lie on another computer; `name`: its share, or the kind of the file system. */
  z.object({ code: z.literal('networkFolder'), name: z.string() }),
  /** The file of settings cannot be read; used are those of the last good one, or none. */
  z.object({ code: z.literal('tornSettings'), used: z.enum(['lastGood', 'nothing']) }),
  /** The figures of bills of these campuses, by name, were not what their ledger comes to in the last night. */
  z.object({ code: z.literal('moneyDiffers'), campus: z.string() }),
]);
export type InstallationWarning = z.infer<typeof installationWarning>;

export const port = z.int().min(1).max(65_535);

/** `wanted`: as Settings keeps it, from the next start on; `isFixed`: whoever runs it has said so in its environment. */
const ofEnvironment = <T extends z.ZodType>(of: T) => z.object({ now: of, wanted: of, isFixed: z.boolean() });

const installation = z.object({
  version: z.string(),
  /** Not where it serves several schools: then it is the matter of whoever runs it, and nothing of it is told. */
  mayChange: z.boolean(),
  port: ofEnvironment(z.number()),
  /** Whether other computers are let in. */
  lan: ofEnvironment(z.boolean()),
  /** How other computers reach it, or would once they are let in. */
  addresses: z.array(z.string()),
  /** How it is reached from everywhere, where whoever runs it has said so. */
  publicUrl: z.string().nullable(),
  system: z.enum(['windows', 'mac', 'linux', 'other']),
  dataDir: z.string(),
  /** What is wanted and is now differ. */
  needsRestart: z.boolean(),
  /** It can be started again from here. */
  mayRestart: z.boolean(),
});
export type InstallationAnswer = z.infer<typeof installation>;

export const getInstallation = defineCall({
  method: 'GET',
  path: '/Installation',
  access: 'admin',
  campus: 'query',
  summary:
    'Where this installation listens, whether other computers are let in, and what is changed at its next start.',
  query: ofCampus,
  answer: installation,
});

export const changeInstallation = defineCall({
  method: 'PUT',
  path: '/Installation',
  access: 'admin',
  campus: 'query',
  summary:
    'Keeps another port, or lets other computers in, from the next start on. What the environment says stays.',
  query: ofCampus,
  body: z.object({ port: port.optional(), lan: z.boolean().optional() }),
  answer: installation,
});

export const restartInstallation = defineCall({
  method: 'POST',
  path: '/Installation/Restart',
  access: 'admin',
  campus: 'query',
  summary: 'Ends what is under way and starts again, with what was changed.',
  query: ofCampus,
  answer: null,
});

export const listWarnings = defineCall({
  method: 'GET',
  path: '/Installation/Warnings',
  access: 'view',
  campus: 'query',
  summary: 'What may harm the data: little room, a wrong clock, a folder that is no good place for them.',
  query: ofCampus,
  answer: z.object({ list: z.array(installationWarning) }),
});
