// Refuses words that are correct English but that no engineer uses for the thing. The list says what to write instead.
import { parseSync } from 'rolldown/utils';
import type { Complaint } from './source.ts';
import { identifierName, type Node, nodesIn } from './syntax-tree.ts';

const better = new Map([
  ['known', 'existing, stored or trusted'],
  ['trouble', 'error, problem or finding'],
  ['asked', 'charged, payable or requested'],
  ['wanted', 'filter, query, params or expected'],
  ['wish', 'request, options or draft'],
  ['said', 'stated, reported or shown'],
  ['kept', 'stored, retained or unchanged'],
  ['fate', 'status or outcome'],
  ['told', 'notified'],
  ['aside', 'filteredOut or readConnection'],
  ['verdict', 'match, decision or reviewResult'],
  ['mend', 'fix, and failures for the list'],
]);

/** Stored in databases and backups, so that a new name would make old ones unreadable. */
const stored = ['alreadyTold', 'cloudTrouble', 'isKept', 'kept', 'toldByPhone', 'toldByPhoneUndone'];
/** Migrations and their tests use the names of their time. The features of the page are rewritten with its design. */
const exempt = /^(src\/server\/platform\/db\/migrations|src\/web\/features|test\/upgrade)\//;

/** countNotYet -> count, not, yet */
const wordsOf = (identifier: string): string[] =>
  (identifier.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());

export function checkVocabulary(path: string, text: string): Complaint[] {
  if (exempt.test(path) || !/\.(ts|tsx|mjs)$/.test(path)) return [];
  const complaints = new Map<string, Complaint>();
  for (const node of nodesIn(parseSync(path, text).program as unknown as Node)) {
    const name = node.type === 'Identifier' ? (identifierName(node) ?? '') : '';
    const word =
      complaints.has(name) || stored.includes(name)
        ? undefined
        : wordsOf(name).find((one) => better.has(one));
    if (word === undefined) continue;
    const line = text.slice(0, node.start).split('\n').length;
    complaints.set(name, { path, line, text: `"${name}": instead of "${word}" write ${better.get(word)}.` });
  }
  return [...complaints.values()];
}
