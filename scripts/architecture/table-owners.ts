// Each table is written by only one area: the one whose tables.ts declares it.
import { areaOf } from './areas.ts';
import { type Complaint, isTest, type Source } from './source.ts';

/**
 * The ledger stores the figures of a bill and ends the bank rows of a void payment. Both tables belong to areas above
 * it.
 */
const alsoWritten: Readonly<Record<string, string>> = { bill: 'ledger', bank_row: 'ledger' };

/** The owner of the tables that no area declares. */
const ofStore = 'platform/db';

export function checkOwners(sources: Source[]): Complaint[] {
  const inAreas = sources.filter(({ path }) => areaOf(path) && !isTest(path));
  const owners = new Map<string, string>();
  const complaints: Complaint[] = [];
  for (const { path, declaredTables } of inAreas) {
    for (const { table, line } of declaredTables) {
      const area = areaOf(path) ?? '';
      const owner = owners.get(table) ?? area;
      owners.set(table, owner);
      if (owner !== area)
        complaints.push({
          path,
          line,
          text: `${table} is declared by ${owner} too. Only one area may own it.`,
        });
    }
  }
  for (const { path, writtenTables } of inAreas) {
    // Migrations change every table.
    if (path.startsWith('src/server/platform/db/migrations/')) continue;
    const area = areaOf(path) ?? '';
    for (const { table, line } of writtenTables) {
      const text = findForeign(table, area, owners.get(table) ?? ofStore);
      if (text) complaints.push({ path, line, text });
    }
  }
  return complaints;
}

function findForeign(table: string, area: string, owner: string): string | undefined {
  // Functions of platform/db take the table as an argument.
  if (table === '?')
    return area === ofStore
      ? undefined
      : 'This statement does not name the table that it writes. Write one statement for each table.';
  if (owner === area || alsoWritten[table] === area) return undefined;
  return `${table} is written by ${owner} alone. Call an action of ${owner}, or declare the table in the tables.ts of ${area}.`;
}
