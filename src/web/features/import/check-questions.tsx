import { formatDay } from '#shared/dates.ts';
import type {
  ArrearsQuestion,
  CheckSummary,
  DayQuestion,
  RowFilter,
  SeriesQuestion,
  SheetQuestion,
} from '#shared/sheets/checked.ts';
import { sheetQuestionWords } from '#shared/words/import-problems.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import { type LineAnswer, ProblemLine } from './problem-line.tsx';
import type { Import } from './use-import.ts';

type Props = {
  summary: CheckSummary;
  work: Import;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
};

/** Pressing the answer again withdraws it. */
function choice<T>(
  label: string,
  answer: T,
  { given, give }: { given: T | null; give: (answer: T | null) => void },
): LineAnswer {
  const isPressed = answer === given;
  return { label, isPressed, onPress: () => give(isPressed ? null : answer) };
}

function Days({ question, work }: { question: DayQuestion; work: Import }) {
  const { field, heading, count, from, to, answer } = question;
  const give = (wanted: DayQuestion['answer']) => void work.moves.answerDays(field, wanted);
  const asked = { given: answer, give };
  return (
    <ProblemLine
      level="question"
      text={checkWords.swapped(heading, count, { from: formatDay(from), to: formatDay(to) })}
      hint={checkWords.swappedHint}
      isChosen={false}
      answers={[
        choice(checkWords.swapAll, 'swap' as const, asked),
        choice(checkWords.keepDays, 'keep' as const, asked),
      ]}
    />
  );
}

function OfSheet({ question, work }: { question: SheetQuestion; work: Import }) {
  const money = useMoney().say;
  const { key, answer, answers } = question;
  const give = (wanted: SheetQuestion['answer']) => void work.moves.answerSheet(key, wanted);
  return (
    <ProblemLine
      level="question"
      text={sheetQuestionWords.text(question)}
      hint={sheetQuestionWords.hint[question.kind]}
      isChosen={false}
      answers={answers.map(({ name, rupees }) =>
        choice(sheetQuestionWords.answer(name, rupees === undefined ? '' : money(rupees)), name, {
          given: answer,
          give,
        }),
      )}
    />
  );
}

function Hidden({ summary: { hidden }, work, filter, onFilter }: Props) {
  if (hidden.rows === 0) return null;
  const isOut = hidden.leftOut === hidden.rows;
  const isIn = hidden.leftOut === 0;
  const leave = (isToGo: boolean) => () => void work.moves.leave('hidden', isToGo);
  return (
    <ProblemLine
      level="question"
      text={checkWords.hidden(hidden.rows)}
      hint={checkWords.hiddenHint}
      isChosen={filter === 'hidden'}
      onChoose={() => onFilter(filter === 'hidden' ? 'all' : 'hidden')}
      answers={[
        { label: checkWords.hiddenIn, isPressed: isIn, onPress: leave(false) },
        { label: checkWords.hiddenOut, isPressed: isOut, onPress: leave(!isOut) },
      ]}
    />
  );
}

function Series({ question, work }: { question: SeriesQuestion; work: Import }) {
  const { count, billings, answer } = question;
  const give = (oneSeries: boolean | null) => void work.moves.answerSeries(oneSeries);
  const asked = { given: answer, give };
  return (
    <ProblemLine
      level="question"
      text={checkWords.series(count, billings)}
      hint={checkWords.seriesHint}
      isChosen={false}
      answers={[choice(checkWords.ownNumbers, false, asked), choice(checkWords.oneSeries, true, asked)]}
    />
  );
}

function Arrears({ question, ...props }: { question: ArrearsQuestion } & Props) {
  const { count, asked, open, billings, answer } = question;
  const { work, filter, onFilter } = props;
  const money = useMoney().say;
  const given = {
    given: answer,
    give: (carryAll: boolean | null) => void work.moves.answerArrears(carryAll),
  };
  return (
    <ProblemLine
      level="question"
      text={checkWords.arrears(count, { asked: money(asked), open: money(open) }, billings)}
      hint={checkWords.arrearsHint}
      isChosen={filter === 'arrearsDiffer'}
      onChoose={() => onFilter(filter === 'arrearsDiffer' ? 'all' : 'arrearsDiffer')}
      answers={[choice(checkWords.carryAll, true, given), choice(checkWords.carryNone, false, given)]}
    />
  );
}

/** Questions that the check cannot decide, each asked once for the whole file. */
export function CheckQuestions(props: Props) {
  const { summary, work } = props;
  return (
    <>
      {summary.days.map((question) => (
        <Days key={question.field} question={question} work={work} />
      ))}
      {summary.questions.map((question) => (
        <OfSheet key={question.key} question={question} work={work} />
      ))}
      {summary.series && <Series question={summary.series} work={work} />}
      {summary.arrears && <Arrears question={summary.arrears} {...props} />}
      <Hidden {...props} />
    </>
  );
}
