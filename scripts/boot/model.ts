/** The plan for starting Qasid at boot: the files to write and the commands to run, in this order. */

/** The facts about the computer and the school's folder that a plan needs. */
export type Place = {
  /** The Node that npm runs with. It stays when node_modules is removed. */
  node: string;
  /** scripts/start.mjs in the school's folder, which finds the current program. */
  script: string;
  /** The data folder, only if it is not the default one. */
  dataDir: string | undefined;
  homedir: string;
  /** A folder for files that only a command reads. */
  temporary: string;
  /** `DOMAIN\name` on Windows, the plain name elsewhere. */
  user: string;
  /** The numeric id of the user; 0 on systems without one. */
  uid: number;
};

/** `mayFail`: the command may fail, because there may be nothing to do. */
export type Command = { program: string; args: string[]; mayFail?: boolean };
export type File = { path: string; bytes: Buffer };

export type BootPlan = {
  files: File[];
  /** The first commands remove an earlier installation. */
  install: Command[];
  /** Used if the system refuses `install`. Qasid then starts when the user signs in. */
  otherwise?: { files: File[]; install: Command[] };
  /** An error of this command is only reported. */
  alsoAtBoot?: Command;
  remove: Command[];
  /** Fails if Qasid does not start at boot. */
  look: Command;
  start: Command;
  stop: Command;
};

/** The start file of this system cannot contain this path. */
export class UnusablePath extends Error {}
