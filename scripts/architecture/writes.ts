// The page has one way to run what a person has started: useAction. It holds the busy flag, so that no error leaves a
// form locked. What a write makes stale is in one table, which the live events use too.
import { type Complaint, isTest } from './source.ts';

const busyState =
  /\[\s*\w*(?:busy|saving|sending|loading|working|pending|submitting|running)\w*\s*,[^\]]*\]\s*=\s*useState\b/gi;
const invalidation = /\binvalidateQueries\(/g;

export function checkWrites(path: string, text: string): Complaint[] {
  if (!path.startsWith('src/web/') || isTest(path)) return [];
  const complaintsAbout = (pattern: RegExp, advice: string): Complaint[] =>
    [...text.matchAll(pattern)].map(({ index }) => ({
      path,
      line: text.slice(0, index).split('\n').length,
      text: advice,
    }));
  return [
    ...complaintsAbout(busyState, 'A busy flag of its own. Use isBusy of src/web/lib/use-action.ts.'),
    ...(path.startsWith('src/web/lib/')
      ? []
      : complaintsAbout(
          invalidation,
          'A reload by hand. Use sendWrite or reloadAfter of src/web/lib/send-write.ts.',
        )),
  ];
}
