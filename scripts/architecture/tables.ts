// Finds the tables that a file declares, and those that it writes.
import { identifierName, type Node, nodesIn, textOf } from './syntax-tree.ts';

export interface Mention {
  /** `?` if an expression names the table. */
  table: string;
  line: number;
}

/** Finds the members of `interface Tables`, to which each area adds its own tables. */
export function findDeclared(program: object, lineAt: (offset: number) => number): Mention[] {
  const found: Mention[] = [];
  for (const node of nodesIn(program as Node)) {
    if (node.type !== 'TSInterfaceDeclaration' || identifierName(node.id) !== 'Tables') continue;
    for (const member of (node.body as { body: Node[] }).body) {
      const table = identifierName(member.key) ?? textOf(member.key);
      if (table !== undefined) found.push({ table, line: lineAt(member.start) });
    }
  }
  return found;
}

/** For each of Kysely's methods and our own functions: which argument names the table. */
const writing = new Map([
  ['insertInto', 0],
  ['replaceInto', 0],
  ['mergeInto', 0],
  ['updateTable', 0],
  ['deleteFrom', 0],
  ['insertMany', 1],
]);
const statement =
  /\b(?:insert\s+(?:or\s+\w+\s+)?into|merge\s+into|delete\s+from|update(?=\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+(\?|"?\w+"?)/gi;
/** `Delete from the list` is English; `delete from` and `DELETE FROM` are SQL. */
const startsSentence = /^[A-Z][a-z]/;

export function findWritten(program: object, lineAt: (offset: number) => number): Mention[] {
  const found: Mention[] = [];
  for (const node of nodesIn(program as Node)) {
    for (const table of tablesOf(node)) found.push({ table, line: lineAt(node.start) });
  }
  return found;
}

function tablesOf(node: Node): string[] {
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    const place = writing.get(identifierName(callee) ?? identifierName(callee.property) ?? '');
    if (place === undefined) return [];
    // The argument may be 'message as m'.
    return [textOf((node.arguments as Node[])[place])?.split(' ')[0] ?? '?'];
  }
  return [...(textOf(node) ?? '').matchAll(statement)].flatMap(([all, table = '?']) =>
    startsSentence.test(all) ? [] : table.replaceAll('"', ''),
  );
}
