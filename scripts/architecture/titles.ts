// Checks test titles. A title is a whole sentence, so it begins with a capital letter or a name from the code.
import { parseSync } from 'rolldown/utils';
import { type Complaint, isTest } from './source.ts';
import { identifierName, type Node, nodesIn, textOf } from './syntax-tree.ts';

/** The title begins with no lower-case letter, or with a name from the code such as clientID, bill.paid or sendOn. */
const sentence = /^([^a-z]|[a-z]+[A-Z.\d_/-])/;
/** Names that are never written with a capital letter. */
const lowerCaseNames = /^(npm|axe|systemd|nginx|pgbouncer|promtool|fsync)\b/;

export function checkTitles(path: string, text: string): Complaint[] {
  if (!isTest(path) || !/\.(test|spec)\.ts$/.test(path)) return [];
  return nodesIn(parseSync(path, text).program as unknown as Node).flatMap((node) => {
    const title = titleOf(node);
    if (title === undefined || sentence.test(title) || lowerCaseNames.test(title)) return [];
    const line = text.slice(0, node.start).split('\n').length;
    return [{ path, line, text: `The title "${title}" is no sentence. Let it begin with a capital letter.` }];
  });
}

/** Returns the title of a test, or undefined for any other node. */
function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const [title] = node.arguments as Node[];
  return isTestFunction(node.callee as Node) ? textOf(title) : undefined;
}

/**
 * Returns whether this function takes the title of a test as its first argument, as do `it`, `test.skip` and
 * `it.each(rows)`. The inner call of `it.each(rows)` has no title, because its argument is not a text.
 */
function isTestFunction(callee: Node): boolean {
  if (callee.type === 'Identifier') return ['it', 'test'].includes(identifierName(callee) ?? '');
  if (callee.type === 'CallExpression' || callee.type === 'MemberExpression')
    return isTestFunction((callee.callee ?? callee.object) as Node);
  return false;
}
