/** What an import is to the one who asks, and what of a file's headings is worth remembering. */
import type { ChosenHeading, Imported, ImportKind } from '#shared/calls/imports.ts';
import { plainHeading } from '#shared/sheets/columns.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Heading, ImportRow } from './queries.ts';

type Asker = Pick<Scope, 'userID' | 'actor' | 'rights'>;

/** One's own import while one may add, anybody's with the right to delete. What its maker brought in is not a key's own. */
export const mayUndo = ({ userID, actor, rights }: Asker, createdBy: string): boolean =>
  rights.delete || (rights.add && actor.kind !== 'key' && createdBy === userID);

export function toImported(row: ImportRow, asker: Asker): Imported {
  const { createdAt, createdBy, by, groupName, takesBilling, ...rest } = row;
  const isStanding = row.undoneAt === null;
  return {
    ...rest,
    groupName,
    by,
    at: createdAt,
    mayUndo: isStanding && mayUndo(asker, createdBy),
    takesBilling: takesBilling === 1,
  };
}

/** What a save is known by besides the client's own id of it; another with that id is told so, not answered. */
type SaveMade = { kind: ImportKind; groupID: number | null; createdBy: string; content: string };

export const isRepeated = (first: SaveMade, asked: SaveMade): boolean =>
  first.kind === asked.kind &&
  first.groupID === asked.groupID &&
  first.createdBy === asked.createdBy &&
  // Of a save from before its content was kept nothing more is known.
  (first.content === '' || first.content === asked.content);

/** As the table keeps them. Of headings that are the same without what people vary, the last counts. */
export function toHeadings(chosen: readonly ChosenHeading[]): Heading[] {
  const fieldOf = new Map<string, string>();
  for (const { heading, field } of chosen) {
    const plain = plainHeading(heading);
    if (plain !== '') fieldOf.set(plain, field ?? '');
  }
  return Array.from(fieldOf, ([heading, field]) => ({ heading, field }));
}
