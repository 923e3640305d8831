/** A newer program as it was given: what is wrong with it stops everything before anything is changed. */

export type NewcomerTrouble =
  | 'absent'
  | 'notArchive'
  | 'torn'
  | 'unsafe'
  | 'tooLarge'
  | 'notQasid'
  | 'incomplete'
  | 'sameVersion'
  | 'older';

export class NewcomerFailure extends Error {
  readonly trouble: NewcomerTrouble;
  /** Which file, name or version it is about. */
  readonly detail: string;

  constructor(trouble: NewcomerTrouble, detail: string) {
    super(`${trouble}: ${detail}`);
    this.trouble = trouble;
    this.detail = detail;
  }
}

/** A file of a program, by its way from the program's folder, with `/` between. */
export type PackedFile = { path: string; read: () => Promise<Buffer> };
