/** Lists the problems of a file, one per line. Above them are the questions that must be answered first. */
import type { CheckSummary, ProblemLine as Line, RowFilter } from '#shared/sheets/checked.ts';
import { problemWords } from '#shared/words/import-problems.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { sharedNumberWords } from '#shared/words/shared-numbers.ts';
import { useSession } from '../../lib/session.ts';
import { CheckQuestions } from './check-questions.tsx';
import { type LineAnswer, ProblemLine } from './problem-line.tsx';
import classes from './problems.module.css';
import { filterOf, hintsOf, isMendedByHand } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  work: Import;
  summary: CheckSummary;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
  /** Starts editing in the first row that has the problem. */
  onByHand: (line: Line) => void;
};

/** The field for the right number of the later of two children who share one. */
const fieldOf = (line: Line, work: Import): LineAnswer['field'] => ({
  label: sharedNumberWords.typed(line),
  placeholder: sharedNumberWords.placeholder,
  typed: line.typed ?? '',
  onType: (text) => void work.moves.answer(line.key, 'correct', text),
});

/** The buttons of a problem. A chosen answer stays visible, and a second press on the answer withdraws it. */
function answersOf(line: Line, { work, filter, onByHand }: Props): LineAnswer[] {
  const isChosen = filter === filterOf(line);
  const press = (name: Line['answer']) => () => void work.moves.answer(line.key, name);
  const field = (name: Line['answer']): Pick<LineAnswer, 'field'> =>
    name === 'correct' && line.shared?.isTypable ? { field: fieldOf(line, work) } : {};
  if (line.answer !== null) {
    const given = line.answers.filter(({ name }) => name === line.answer);
    return [
      ...given.map((answer) => ({
        label: problemWords.answer(line, answer),
        isPressed: true,
        onPress: press(null),
        ...field(answer.name),
      })),
      { label: problemWords.undo, isPressed: false, isAction: true, onPress: press(null) },
    ];
  }
  return [
    ...line.answers.map((answer, at) => ({
      label: problemWords.answer(line, answer),
      isPressed: false,
      isFilled: isChosen && at === 0,
      onPress: press(answer.name),
      ...field(answer.name),
    })),
    ...(isMendedByHand(line)
      ? [
          {
            label: problemWords.byHand(line),
            isPressed: false,
            isAction: true,
            onPress: () => onByHand(line),
          },
        ]
      : []),
  ];
}

export function Problems(props: Props) {
  const { work, summary, filter, onFilter } = props;
  const { country } = useSession();
  const { lines } = summary;
  const hints = hintsOf(work.state);
  const choose = (line: Line) => (): void => onFilter(filter === filterOf(line) ? 'all' : filterOf(line));
  return (
    <section className={classes.problems} aria-label={problemWords.title}>
      <CheckQuestions work={work} summary={summary} filter={filter} onFilter={onFilter} />
      {lines.length === 0 && <p className={classes.none}>{checkWords.noProblems}</p>}
      {lines.map((line) => {
        const isChosen = filter === filterOf(line);
        const show = isChosen ? problemWords.hide : problemWords.show;
        return (
          <ProblemLine
            key={line.key}
            level={line.answer === null ? line.level : 'done'}
            count={line.count}
            text={problemWords.say(line, country)}
            hint={problemWords.hint(line, hints)}
            isChosen={isChosen}
            onChoose={choose(line)}
            answers={
              line.level === 'done'
                ? [{ label: show, isPressed: false, isAction: true, onPress: choose(line) }]
                : answersOf(line, props)
            }
          />
        );
      })}
    </section>
  );
}
