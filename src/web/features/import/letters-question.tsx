import type { OpenedBook } from '#shared/sheets/checked.ts';
import { columnWords } from '#shared/words/import-screen.ts';
import { letterNames } from '#shared/words/sheets.ts';
import { Question } from './question.tsx';
import type { Import } from './use-import.ts';

/** Asks for the encoding of a text file that does not declare one, with sample words for each encoding. */
export function LettersQuestion({ book, work }: { book: OpenedBook; work: Import }) {
  if (!book.letters) return null;
  const { encoding: chosen, choices } = book.letters;
  return (
    <Question
      text={columnWords.letters}
      hint={columnWords.lettersHint}
      answers={choices.map(({ encoding, samples }) => ({
        label: letterNames[encoding],
        samples,
        isChosen: encoding === chosen,
        onChoose: () => void work.moves.map({ encoding }),
      }))}
    />
  );
}
