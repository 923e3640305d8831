/** Decides who may undo an import, whether a save is a repetition, and which mapped headings are stored. */
import type { Imported } from '#shared/calls/imports.ts';
import { plainHeading } from '#shared/sheets/columns.ts';
import type { ChosenHeading, ImportKind } from '#shared/sheets/sheet-rows.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Heading, ImportRow } from './history-queries.ts';

type Caller = Pick<Scope, 'userID' | 'actor' | 'rights'>;

/**
 * People with the right to add may undo their own imports. People with the right to delete may undo all imports. An
 * API key may not undo the imports of the person who made the key.
 */
export const mayUndo = ({ userID, actor, rights }: Caller, createdBy: string): boolean =>
  rights.delete || (rights.add && actor.kind !== 'key' && createdBy === userID);

export function toImported(row: ImportRow, asker: Caller): Imported {
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

/** The values that must be equal in a repeated save. Another save with the same id is refused. */
type SaveMade = { kind: ImportKind; groupID: number | null; createdBy: string; content: string };

export const isRepeated = (first: SaveMade, again: SaveMade): boolean =>
  first.kind === again.kind &&
  first.groupID === again.groupID &&
  first.createdBy === again.createdBy &&
  // Older imports have no stored content, so the content cannot be compared.
  (first.content === '' || first.content === again.content);

/** Converts headings to the form in the table. If two headings differ only in spelling, the last one is used. */
export function toHeadings(chosen: readonly ChosenHeading[]): Heading[] {
  const fieldOf = new Map<string, string>();
  for (const { heading, field } of chosen) {
    const plain = plainHeading(heading);
    if (plain !== '') fieldOf.set(plain, field ?? '');
  }
  return Array.from(fieldOf, ([heading, field]) => ({ heading, field }));
}
