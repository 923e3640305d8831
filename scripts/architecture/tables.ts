// Which tables a file declares, and which it writes.
import { type Node, nameOf, nodesIn, textOf } from './syntax-tree.ts';

export interface Mention {
  /** `?` where it is said by an expression. */
  table: string;
  line: number;
}

/** The members of `interface Tables`, which each area widens by its own. */
export function findDeclared(program: object, lineAt: (offset: number) => number): Mention[] {
  const found: Mention[] = [];
  for (const node of nodesIn(program as Node)) {
    if (node.type !== 'TSInterfaceDeclaration' || nameOf(node.id) !== 'Tables') continue;
    for (const member of (node.body as { body: Node[] }).body) {
      const table = nameOf(member.key) ?? textOf(member.key);
      if (table !== undefined) found.push({ table, line: lineAt(member.start) });
    }
  }
  return found;
}

/** For Kysely's calls, and our own, the place of the argument that names the table. */
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
/** `Delete from the list` is English, `delete from` and `DELETE FROM` are not. */
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
    const place = writing.get(nameOf(callee) ?? nameOf(callee.property) ?? '');
    if (place === undefined) return [];
    // 'message as m'
    return [textOf((node.arguments as Node[])[place])?.split(' ')[0] ?? '?'];
  }
  return [...(textOf(node) ?? '').matchAll(statement)].flatMap(([all, table = '?']) =>
    startsSentence.test(all) ? [] : table.replaceAll('"', ''),
  );
}
