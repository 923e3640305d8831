// What a file takes of the computer: its clocks, timers and chance, calls to other computers, other processes.
import { childrenOf, type Node, nameOf, textOf } from './syntax-tree.ts';

export interface Taken {
  /** `Date.now`, `setTimeout`, `node:dns`, `now() in SQL`. */
  what: string;
  line: number;
}

const globals = ['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'performance', 'crypto'];
const members = ['Date.now', 'Math.random', 'AbortSignal.timeout', 'process.hrtime', 'process.uptime'];
/** Of these packages nothing may be imported, of the others only what is not named here. */
const closed =
  /^(node:)?(timers|timers\/promises|perf_hooks|dns|dns\/promises|child_process|worker_threads|undici)$/;
const opened: { from: RegExp; names: RegExp }[] = [
  { from: /^(node:)?crypto$/, names: /^(random|webcrypto$|getRandomValues$|default$)/ },
  { from: /^(node:)?https?$/, names: /^(request|get|default)$/ },
];
/** Clocks and chance of the engine. */
const inSql =
  /\b(now\(\)|current_(?:timestamp|date|time)\b|clock_timestamp\(|random\(|randomblob\(|gen_random_uuid\(|(?:datetime|strftime|julianday|unixepoch)\((?=[^)]*'now'|\)))/i;

export function findTaken(program: object, lineAt: (offset: number) => number): Taken[] {
  const found: Taken[] = [];
  visit(program as Node, undefined);
  return found;

  function visit(node: Node, above: { parent: Node; key: string } | undefined) {
    for (const what of takenBy(node, above)) found.push({ what, line: lineAt(node.start) });
    for (const [key, child] of childrenOf(node)) visit(child, { parent: node, key });
  }
}

function takenBy(node: Node, above: { parent: Node; key: string } | undefined): string[] {
  switch (node.type) {
    case 'ImportDeclaration':
      return takenByImport(node);
    case 'ImportExpression':
      return closed.test(textOf(node.source) ?? '') ? [textOf(node.source) ?? ''] : [];
    case 'NewExpression':
      return nameOf(node.callee) === 'Date' && (node.arguments as Node[]).length === 0 ? ['new Date()'] : [];
    case 'MemberExpression': {
      const name = `${nameOf(node.object)}.${nameOf(node.property)}`;
      return members.includes(name) ? [name] : [];
    }
    case 'Identifier':
      return isGlobal(node, above) ? [nameOf(node) ?? ''] : [];
    default: {
      const sql = inSql.exec(textOf(node) ?? '');
      return sql ? [`${sql[0]} in SQL`] : [];
    }
  }
}

/** As a value: not the name of a property, of an import, or in a type. */
function isGlobal(node: Node, above: { parent: Node; key: string } | undefined): boolean {
  if (!globals.includes(nameOf(node) ?? '') || !above) return false;
  const { parent, key } = above;
  if (key === 'property' || key === 'key') return parent.computed === true;
  return !/^TS|^Import|^Export/.test(parent.type);
}

function takenByImport(node: Node): string[] {
  const from = textOf(node.source) ?? '';
  if (node.importKind === 'type') return [];
  if (closed.test(from)) return [from];
  const names = opened.find((one) => one.from.test(from))?.names;
  if (!names) return [];
  return (node.specifiers as Node[]).flatMap((one) => {
    const name = one.type === 'ImportSpecifier' ? (nameOf(one.imported) ?? '') : 'default';
    return one.importKind !== 'type' && names.test(name) ? [`${name} of ${from}`] : [];
  });
}
