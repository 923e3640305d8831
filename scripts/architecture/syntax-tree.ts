// The syntax tree as the parser returns it.

export interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The direct children of a node, each with its key. */
export function childrenOf(node: Node): [key: string, child: Node][] {
  const children: [string, Node][] = [];
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value))
      children.push(...value.filter(isNode).map((child): [string, Node] => [key, child]));
    else if (isNode(value)) children.push([key, value]);
  }
  return children;
}

/** The node and all nodes below it, from the top. */
export function nodesIn(node: Node, found: Node[] = []): Node[] {
  found.push(node);
  for (const [, child] of childrenOf(node)) nodesIn(child, found);
  return found;
}

/** The name of an identifier, else none. */
export function identifierName(value: unknown): string | undefined {
  return isNode(value) && typeof value.name === 'string' ? value.name : undefined;
}

/** Returns the text of a string or template. Each expression of a template becomes `?`. */
export function textOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  if (value.type === 'Literal') return typeof value.value === 'string' ? value.value : undefined;
  if (value.type !== 'TemplateLiteral') return undefined;
  return (value.quasis as { value: { cooked?: string; raw: string } }[])
    .map((part) => part.value.cooked ?? part.value.raw)
    .join('?');
}
