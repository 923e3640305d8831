/** What a system is told, so that it starts Qasid by itself: files, and commands to be run in this order. */

/** What is known of the computer and of the school's folder. */
export type Place = {
  /** The Node that npm runs with, which stays when node_modules goes. */
  node: string;
  /** scripts/start.mjs of the school's folder: it finds the program that runs. */
  script: string;
  /** Where it is not that of the folder. */
  dataDir: string | undefined;
  homedir: string;
  /** Where files that only a command reads may be put. */
  temporary: string;
  /** `DOMAIN\name` on Windows, the name elsewhere. */
  user: string;
  /** The number of the user; 0 where there is none. */
  uid: number;
};

/** `mayFail`: it says by failing that there is nothing to do. */
export type Command = { program: string; args: string[]; mayFail?: boolean };
export type File = { path: string; bytes: Buffer };

export type BootPlan = {
  files: File[];
  /** Begins with what takes away an earlier one. */
  install: Command[];
  /** In place of `install` where that is refused: it then starts when somebody signs in. */
  otherwise?: { files: File[]; install: Command[] };
  /** Fails where it could not be done, which is only said. */
  alsoAtBoot?: Command;
  remove: Command[];
  /** Fails where it is not installed. */
  look: Command;
  start: Command;
  stop: Command;
};

/** A folder that this system cannot be told of. */
export class UntellablePlace extends Error {}
