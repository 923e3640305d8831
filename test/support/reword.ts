/** With REWORD=1 the words are others, and the tests that are listed as reading sentences have to fail. */
import { relative } from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { readsSentences } from './reads-sentences.ts';
import { isReworded, sign } from './reworded-words.ts';

if (isReworded) {
  const taken = new Set<string>();
  let file = '';

  beforeEach(({ task }) => {
    file = relative(process.cwd(), task.file.filepath).replaceAll('\\', '/');
    // A title may be made of a sentence itself.
    const title = task.name.replaceAll(sign, '');
    const { tests = [] } = readsSentences[file] ?? {};
    if (tests !== 'all' && !tests.includes(title)) return;
    taken.add(title);
    task.fails = true;
  });

  afterAll(() => {
    const { tests = [] } = readsSentences[file] ?? {};
    const gone = tests === 'all' ? [] : tests.filter((title) => !taken.has(title));
    if (gone.length > 0) throw new Error(`listed in reads-sentences.ts, and not there: ${gone.join('; ')}`);
  });
}
