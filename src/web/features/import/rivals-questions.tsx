import type { OpenedBook } from '#shared/sheets/checked.ts';
import { columnWords } from '#shared/words/importing.ts';
import { Question } from './question.tsx';
import { letterOf, nameOfField } from './rules.ts';
import type { Import } from './use-import.ts';

/** Which of the columns whose headings fit one field holds it: one is proposed, a person says. */
export function RivalsQuestions({ book, work }: { book: OpenedBook; work: Import }) {
  const fields = new Set(book.columns.flatMap(({ fits }) => fits ?? []));
  return [...fields].map((field) => {
    const rivals = book.columns.filter(({ fits }) => fits === field);
    const proposed = rivals.find((one) => one.by === 'name' && one.field === field);
    const choose = async (chosen: number): Promise<void> => {
      for (const { index } of rivals)
        await work.moves.map({ column: { index, field: index === chosen ? field : null } });
    };
    return (
      <Question
        key={field}
        text={columnWords.rivals(nameOfField(field))}
        {...(proposed && { hint: columnWords.rivalsHint(proposed.heading) })}
        answers={rivals.map(({ index, heading, samples, by, field: given }) => ({
          label: columnWords.rivalOf(heading, letterOf(index)),
          samples,
          isChosen: by === 'hand' && given === field,
          onChoose: () => void choose(index),
        }))}
      />
    );
  });
}
