/** Holds a file apart from the page, so that a hostile one can hurt only this worker, which the page may end. */
import { Failure } from '#shared/failures.ts';
import { SheetFailure } from '#shared/sheets/sheet-failure.ts';
import { importFailures } from '#shared/words/importing.ts';
import { fileFailures } from '#shared/words/sheets.ts';
import type { Answer, Asked, Progress, Question, Refusal, Report } from './asking.ts';
import { HeldFile, isUnclear } from './held-file.ts';

const report = (message: Report): void => self.postMessage(message);

let held: HeldFile | undefined;
function file(): HeldFile {
  if (!held) throw new Error('No file is open.');
  return held;
}

async function answerTo(asked: Asked, onProgress: (progress: Progress) => void): Promise<Answer<Question>> {
  switch (asked.question) {
    case 'open':
      held = await HeldFile.open(asked.given);
      return held.book.opened();
    case 'choose':
      return file().choose(asked.given);
    case 'check':
      return file().checkRows(asked.given, onProgress);
    case 'compare':
      return file().compare(asked.given, onProgress);
    case 'rows':
      return file().rows(asked.given);
    case 'edit':
      return file().edit(asked.given);
    case 'days':
      return file().answerDays(asked.given, onProgress);
    case 'series':
      return file().answerSeries(asked.given);
    case 'leave':
      return file().leave(asked.given);
    case 'save':
      return file().save(asked.given, onProgress);
    case 'errorWorkbook':
      return file().errorWorkbook();
  }
}

function refusalOf(asked: Asked, failure: unknown): Refusal {
  if (failure instanceof SheetFailure) {
    const chosen = asked.question === 'choose' ? asked.given.column : undefined;
    return { sentence: failure.message, ...(chosen && { column: chosen.index }) };
  }
  if (failure instanceof Failure) {
    const { message: sentence, code } = failure;
    if (asked.question !== 'save') return { sentence, code };
    const checked = code === 'invalid' ? { checked: file().check.summary() } : {};
    return { sentence, code, isUnclear: isUnclear(failure), ...checked };
  }
  // Anything else that is thrown while a file is opened comes of one that no reader understands.
  if (asked.question === 'open') return { sentence: fileFailures.damaged };
  console.error(failure);
  return { sentence: importFailures.broken };
}

async function answer(asked: Asked): Promise<void> {
  const { id } = asked;
  try {
    report({
      id,
      kind: 'answer',
      answer: await answerTo(asked, (p) => report({ id, kind: 'progress', progress: p })),
    });
  } catch (failure) {
    report({ id, kind: 'refused', refusal: refusalOf(asked, failure) });
  }
}

// One after the other: an edit must not come between the rows of a save.
let last: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<Asked>) => {
  last = last.then(() => answer(data));
});
