/** A new version that was given to the command. Any problem with it stops the update before anything is changed. */

export type NewVersionProblem =
  | 'absent'
  | 'notArchive'
  | 'torn'
  | 'unsafe'
  | 'tooLarge'
  | 'notQasid'
  | 'incomplete'
  | 'sameVersion'
  | 'older';

export class NewVersionFailure extends Error {
  readonly problem: NewVersionProblem;
  /** The file, name or version with the problem. */
  readonly detail: string;

  constructor(problem: NewVersionProblem, detail: string) {
    super(`${problem}: ${detail}`);
    this.problem = problem;
    this.detail = detail;
  }
}

/** A file of a program. The path is relative to the program's folder, with `/` as separator. */
export type PackedFile = { path: string; read: () => Promise<Buffer> };
