// Finds the exported functions of a file that run SQL, with the type of their first parameter.
import { parseSync } from 'rolldown/utils';
import { identifierName, type Node, nodesIn } from './syntax-tree.ts';

export interface Query {
  name: string;
  /** The type of the first parameter as written, such as `Scope` or `Db`. Empty if there is no parameter. */
  serves: string;
}

/** Kysely's methods that run a statement, and our own functions. */
const runs = [
  'execute',
  'executeTakeFirst',
  'executeTakeFirstOrThrow',
  'executeQuery',
  'stream',
  'insertMany',
];
const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

/** A function runs SQL if it calls one of these itself or through a function of the same file. */
export function findQueries(path: string, text: string): Query[] {
  const body = parseSync(path, text).program.body as unknown as Node[];
  const exported = new Set(
    body.flatMap((statement) => (statement.type === 'ExportNamedDeclaration' ? exportedBy(statement) : [])),
  );
  const functions = new Map(body.flatMap(declaredBy));
  const isRunning = (name: string, visited = new Set<string>()): boolean => {
    const declared = functions.get(name);
    if (!declared || visited.has(name)) return false;
    visited.add(name);
    return nodesIn(declared).some(
      (node) =>
        (node.type === 'CallExpression' && runs.includes(nameOfCalled(node.callee as Node))) ||
        (node.type === 'Identifier' && isRunning(identifierName(node) ?? '', visited)),
    );
  };
  return [...functions].flatMap(([name, declared]) =>
    exported.has(name) && isRunning(name) ? { name, serves: typeOfFirst(declared, text) } : [],
  );
}

const nameOfCalled = (callee: Node): string =>
  identifierName(callee.property) ?? identifierName(callee) ?? '';

function exportedBy(statement: Node): string[] {
  const declared = statement.declaration ? declaredBy(statement).map(([name]) => name) : [];
  const listed = (statement.specifiers as Node[]).map((one) => identifierName(one.local) ?? '');
  return [...declared, ...listed];
}

/** The named functions that a statement of a module declares. */
function declaredBy(statement: Node): [name: string, declared: Node][] {
  const declaration = (statement.declaration ?? statement) as Node;
  const named =
    declaration.type === 'VariableDeclaration'
      ? (declaration.declarations as Node[]).map((one) => [one.id, one.init] as const)
      : [[declaration.id, declaration] as const];
  return named.flatMap(([id, declared]) => {
    const name = identifierName(id);
    // In `memoize(async (scope: Scope) => …)` the inner function gets the name too.
    const inside = declared
      ? nodesIn(declared as Node).find(({ type }) => functionTypes.includes(type))
      : undefined;
    return name && inside ? [[name, inside]] : [];
  });
}

function typeOfFirst(declared: Node, text: string): string {
  const [first] = declared.params as { typeAnnotation?: { typeAnnotation: Node } | null }[];
  const type = first?.typeAnnotation?.typeAnnotation;
  return type ? text.slice(type.start, type.end) : '';
}
