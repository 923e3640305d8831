/** With REWORD=1 the words are others, and the tests that are listed as reading sentences have to fail. */
import { relative } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { readsSentences } from './reads-sentences.ts';
import { isReworded, sign } from './reworded-words.ts';

const plainly = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
const shapeOf = (title: string) => new RegExp(`^${title.split('*').map(plainly).join('.*')}$`, 's');

if (isReworded) {
  const met = new Set<string>();
  let file = '';
  const listed = (): readonly string[] => {
    const { tests = [] } = readsSentences[file] ?? {};
    return tests === 'all' ? ['*'] : tests;
  };

  beforeEach(({ task }) => {
    file = relative(process.cwd(), task.file.filepath).replaceAll('\\', '/');
    // A title may be made of a sentence itself.
    const title = task.name.replaceAll(sign, '');
    const named = listed().find((one) => shapeOf(one).test(title));
    if (named === undefined) return;
    met.add(named);
    // What `it.fails` would say of it.
    Object.assign(task, { fails: true });
  });

  afterAll(() => {
    const gone = listed().filter((one) => !met.has(one));
    if (gone.length > 0) throw new Error(`listed in reads-sentences.ts, and not there: ${gone.join('; ')}`);
  });
}
