// Finds every function in a syntax tree, with a name that developers recognise.
import { childrenOf, identifierName, type Node } from './syntax-tree.ts';

export interface Found {
  name: string;
  line: number;
  lines: number;
  parameters: number;
  /** The function is an argument of a call. The called function decides how many parameters it gets. */
  isCallback: boolean;
}

/** Facts about a node that come from its parents. */
interface Above {
  name: string | undefined;
  isArgument: boolean;
}

const functionTypes = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];

export function findFunctions(program: object, lineAt: (offset: number) => number): Found[] {
  const found: Found[] = [];
  visit(program as Node, { name: undefined, isArgument: false });
  return found;

  function visit(node: Node, above: Above) {
    const isFunction = functionTypes.includes(node.type);
    if (isFunction) found.push(describe(node, above));
    for (const [key, child] of childrenOf(node)) {
      visit(child, { name: nameBelow(node, above, isFunction), isArgument: key === 'arguments' });
    }
  }

  function describe(node: Node, above: Above): Found {
    const line = lineAt(node.start);
    const parameters = (node.params as Node[]).filter(
      (one) => one.type !== 'Identifier' || one.name !== 'this',
    );
    return {
      name: identifierName(node.id) ?? above.name ?? 'a function',
      line,
      lines: lineAt(node.end) - line + 1,
      parameters: parameters.length,
      isCallback: above.isArgument,
    };
  }
}

/**
 * `const Card = memo((props) => …)` names the inner function Card. A function inside a function gets no name from
 * outside.
 */
function nameBelow(node: Node, above: Above, isFunction: boolean): string | undefined {
  if (isFunction) return undefined;
  return identifierName(node.id) ?? identifierName(node.key) ?? above.name;
}
