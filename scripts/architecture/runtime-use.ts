// Finds where a file uses the computer directly: clocks, timers, random numbers, network calls and other processes.
import { childrenOf, identifierName, type Node, textOf } from './syntax-tree.ts';

export interface RuntimeUse {
  /** For example `Date.now`, `setTimeout`, `node:dns` or `now() in SQL`. */
  what: string;
  line: number;
}

const globals = ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'performance', 'crypto'];
const members = ['Date.now', 'Math.random', 'AbortSignal.timeout', 'process.hrtime', 'process.uptime'];
/**
 * Nothing may be imported from the packages in `closed`. From the packages in `opened` only the listed names are
 * refused.
 */
const closed =
  /^(node:)?(timers|timers\/promises|perf_hooks|dns|dns\/promises|child_process|worker_threads|undici)$/;
const opened: { from: RegExp; names: RegExp }[] = [
  { from: /^(node:)?crypto$/, names: /^(random|webcrypto$|getRandomValues$|default$)/ },
  { from: /^(node:)?https?$/, names: /^(request|get|default)$/ },
];
/** Functions of the database engine for the time and for random values. */
const inSql =
  /\b(now\(\)|current_(?:timestamp|date|time)\b|clock_timestamp\(|random\(|randomblob\(|gen_random_uuid\(|(?:datetime|strftime|julianday|unixepoch)\((?=[^)]*'now'|\)))/i;

export function findRuntimeUses(program: object, lineAt: (offset: number) => number): RuntimeUse[] {
  const found: RuntimeUse[] = [];
  visit(program as Node, undefined);
  return found;

  function visit(node: Node, above: { parent: Node; key: string } | undefined) {
    for (const what of usesOf(node, above)) found.push({ what, line: lineAt(node.start) });
    for (const [key, child] of childrenOf(node)) visit(child, { parent: node, key });
  }
}

function usesOf(node: Node, above: { parent: Node; key: string } | undefined): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return usesOfImport(node);
    case 'ImportExpression':
      return closed.test(textOf(node.source) ?? '') ? [textOf(node.source) ?? ''] : [];
    case 'NewExpression':
      return identifierName(node.callee) === 'Date' && (node.arguments as Node[]).length === 0
        ? ['new Date()']
        : [];
    case 'MemberExpression': {
      const name = `${identifierName(node.object)}.${identifierName(node.property)}`;
      return members.includes(name) ? [name] : [];
    }
    case 'Identifier':
      return isGlobal(node, above) ? [identifierName(node) ?? ''] : [];
    default: {
      const sql = inSql.exec(textOf(node) ?? '');
      return sql ? [`${sql[0]} in SQL`] : [];
    }
  }
}

/** Returns whether the name is used as a value: not as the name of a property or an import, and not in a type. */
function isGlobal(node: Node, above: { parent: Node; key: string } | undefined): boolean {
  if (!globals.includes(identifierName(node) ?? '') || !above) return false;
  const { parent, key } = above;
  if (key === 'property' || key === 'key') return parent.computed === true;
  return !/^TS|^Import|^Export/.test(parent.type);
}

function usesOfImport(node: Node): string[] {
  const from = textOf(node.source) ?? '';
  if (node.importKind === 'type') return [];
  if (closed.test(from)) return [from];
  const names = opened.find((one) => one.from.test(from))?.names;
  if (!names) return [];
  return (node.specifiers as Node[]).flatMap((one) => {
    const name = one.type === 'ImportSpecifier' ? (identifierName(one.imported) ?? '') : 'default';
    return one.importKind !== 'type' && names.test(name) ? [`${name} of ${from}`] : [];
  });
}
