import { mayBeSeveral, type OpenedBook } from '#shared/sheets/checked.ts';
import { columnLetter } from '#shared/sheets/column-letter.ts';
import { columnWords } from '#shared/words/import-screen.ts';
import { Question } from './question.tsx';
import { candidateColumns, columnsAfterPress, nameOfField } from './rules.ts';
import type { Import } from './use-import.ts';

/** If the headings of several columns fit the same field, asks the user which column to use. One is proposed. */
export function RivalsQuestions({ book, work }: { book: OpenedBook; work: Import }) {
  const fields = new Set(book.columns.flatMap(({ fits }) => fits ?? []));
  return [...fields].map((field) => {
    const rivals = candidateColumns(book.columns, field);
    if (rivals.length < 2) return null;
    const proposed = rivals.find((rival) => rival.by === 'name' && rival.field === field);
    const press = async (index: number): Promise<void> => {
      const chosen = columnsAfterPress(rivals, field, index);
      for (const rival of rivals)
        await work.moves.map({
          column: { index: rival.index, field: chosen.includes(rival.index) ? field : null },
        });
    };
    const { rivalsHint, rivalsOfSeveral, rivals: rivalsOfOne, severalHint } = columnWords;
    const isSeveral = mayBeSeveral(field);
    const hints = [isSeveral && severalHint, proposed && rivalsHint(proposed.heading, isSeveral)];
    return (
      <Question
        key={field}
        text={(isSeveral ? rivalsOfSeveral : rivalsOfOne)(nameOfField(field))}
        hint={hints.filter(Boolean).join(' ')}
        isOpen={rivals.every(({ by }) => by !== 'hand')}
        answers={rivals.map(({ index, heading, samples, field: given }) => ({
          label: columnWords.rivalOf(heading, columnLetter(index)),
          samples,
          isChosen: given === field,
          onChoose: () => void press(index),
        }))}
      />
    );
  });
}
