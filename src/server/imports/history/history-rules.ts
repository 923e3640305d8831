/** Who may undo an import, when a save is repeated, and which mapped headings are remembered. */
import type { ChosenHeading, Imported, ImportKind } from '#shared/calls/imports.ts';
import { plainHeading } from '#shared/sheets/columns.ts';
import type { Scope } from '../../auth/scope.ts';
import type { Heading, ImportRow } from './history-queries.ts';

type Asker = Pick<Scope, 'userID' | 'actor' | 'rights'>;

/**
 * People may undo their own imports while they may add, and with the right to delete also those of others. An import by
 * a key's maker is not the key's own.
 */
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

/** What identifies a save beside the client's id. Another save with the same id is refused. */
type SaveMade = { kind: ImportKind; groupID: number | null; createdBy: string; content: string };

export const isRepeated = (first: SaveMade, asked: SaveMade): boolean =>
  first.kind === asked.kind &&
  first.groupID === asked.groupID &&
  first.createdBy === asked.createdBy &&
  // Older imports have no stored content, so it cannot be compared.
  (first.content === '' || first.content === asked.content);

/** Headings as the table stores them. Of headings that differ only in spelling the last one counts. */
export function toHeadings(chosen: readonly ChosenHeading[]): Heading[] {
  const fieldOf = new Map<string, string>();
  for (const { heading, field } of chosen) {
    const plain = plainHeading(heading);
    if (plain !== '') fieldOf.set(plain, field ?? '');
  }
  return Array.from(fieldOf, ([heading, field]) => ({ heading, field }));
}
