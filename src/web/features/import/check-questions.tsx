import { useState } from 'react';
import type {
  ArrearsQuestion,
  CheckSummary,
  ChildrenSummary,
  DayQuestion,
  MonthsQuestion,
  RowFilter,
  SeriesQuestion,
  SheetQuestion,
} from '#shared/sheets/checked.ts';
import type { ChildrenChoice } from '#shared/sheets/sheet-rows.ts';
import { formatDay } from '#shared/time/dates.ts';
import { sheetQuestionWords } from '#shared/words/import-problems.ts';
import { checkWords, childWords } from '#shared/words/import-screen.ts';
import { useMoney } from '../../lib/use-money.ts';
import { type LineAnswer, ProblemLine } from './problem-line.tsx';
import { nameOfField } from './rules.ts';
import type { Import } from './use-import.ts';

type Props = {
  summary: CheckSummary;
  work: Import;
  filter: RowFilter;
  onFilter: (filter: RowFilter) => void;
};

/** One answer to a question. A second press on the answer withdraws it. */
function answerButton<T>(
  label: string,
  answer: T,
  { given, give }: { given: T | null; give: (answer: T | null) => void },
): LineAnswer {
  const isPressed = answer === given;
  return { label, isPressed, onPress: () => give(isPressed ? null : answer) };
}

function SwappedDays({ question, work }: { question: DayQuestion; work: Import }) {
  const { field, heading, count, texts, answer } = question;
  const [from, to] = [formatDay(question.from), formatDay(question.to)];
  const give = (wanted: DayQuestion['answer']) => void work.moves.answerDays(field, wanted);
  const current = { given: answer, give };
  return (
    <ProblemLine
      level="question"
      text={
        texts ? checkWords.mixed(heading, count, texts) : checkWords.swapped(heading, count, { from, to })
      }
      hint={texts ? checkWords.mixedHint : checkWords.swappedHint}
      isChosen={false}
      answers={[
        answerButton(texts ? checkWords.readAs(to) : checkWords.swapAll, 'swap' as const, current),
        answerButton(texts ? checkWords.readAs(from) : checkWords.keepDays, 'keep' as const, current),
      ]}
    />
  );
}

function QuestionOfSheet({ question, work }: { question: SheetQuestion; work: Import }) {
  const money = useMoney().say;
  const { key, answer, answers } = question;
  const give = (wanted: SheetQuestion['answer']) => void work.moves.answerSheet(key, wanted);
  return (
    <ProblemLine
      level="question"
      text={sheetQuestionWords.text(question)}
      hint={sheetQuestionWords.hint(question)}
      isChosen={false}
      answers={answers.map(({ name, rupees }) =>
        answerButton(
          sheetQuestionWords.answer(name, rupees === undefined ? '' : money(rupees), question),
          name,
          {
            given: answer,
            give,
          },
        ),
      )}
    />
  );
}

/** More questions about classes than this are one line at first, so that the problems and rows stay in view. */
const mostApart = 2;

/** One line for all classes with several spellings. A press shows the question of each class. */
function SpelledClasses({ questions, work }: { questions: readonly SheetQuestion[]; work: Import }) {
  const [areShown, show] = useState(questions.length <= mostApart);
  if (areShown)
    return questions.map((question) => (
      <QuestionOfSheet key={question.key} question={question} work={work} />
    ));
  const takeOneEach = async (): Promise<void> => {
    for (const { key } of questions) await work.moves.answerSheet(key, 'oneClass');
  };
  return (
    <ProblemLine
      level="question"
      text={sheetQuestionWords.manyClasses(questions.length)}
      hint={sheetQuestionWords.manyClassesHint(questions.map(({ example }) => example))}
      isChosen={false}
      answers={[
        {
          label: sheetQuestionWords.useOneEach,
          isPressed: questions.every(({ answer }) => answer === 'oneClass'),
          onPress: () => void takeOneEach(),
        },
        { label: sheetQuestionWords.showEach, isPressed: false, isAction: true, onPress: () => show(true) },
      ]}
    />
  );
}

function HiddenRows({ summary: { hidden }, work, filter, onFilter }: Props) {
  if (hidden.rows === 0) return null;
  const areLeftOut = hidden.leftOut === hidden.rows;
  const areIncluded = hidden.leftOut === 0;
  const leaveOut = (isOut: boolean) => () => void work.moves.leaveOut('hidden', isOut);
  return (
    <ProblemLine
      level="question"
      text={checkWords.hidden(hidden.rows)}
      hint={checkWords.hiddenHint}
      isChosen={filter === 'hidden'}
      onChoose={() => onFilter(filter === 'hidden' ? 'all' : 'hidden')}
      answers={[
        { label: checkWords.hiddenIn, isPressed: areIncluded, onPress: leaveOut(false) },
        { label: checkWords.hiddenOut, isPressed: areLeftOut, onPress: leaveOut(!areLeftOut) },
      ]}
    />
  );
}

function Series({ question, work }: { question: SeriesQuestion; work: Import }) {
  const { count, billings, answer } = question;
  const give = (oneSeries: boolean | null) => void work.moves.answerSeries(oneSeries);
  const current = { given: answer, give };
  return (
    <ProblemLine
      level="question"
      text={checkWords.series(count, billings)}
      hint={checkWords.seriesHint}
      isChosen={false}
      answers={[
        answerButton(checkWords.ownNumbers, false, current),
        answerButton(checkWords.oneSeries, true, current),
      ]}
    />
  );
}

function Months({ question: { months, answer }, work }: { question: MonthsQuestion; work: Import }) {
  const asked = { given: answer, give: (splits: boolean | null) => void work.moves.answerMonths(splits) };
  return (
    <ProblemLine
      level="question"
      text={checkWords.months(months)}
      hint={checkWords.monthsHint}
      isChosen={false}
      answers={[
        answerButton(checkWords.makeBillings(months.length), true, asked),
        answerButton(checkWords.oneBilling, false, asked),
      ]}
    />
  );
}

const choices: readonly ChildrenChoice[] = ['all', 'new', 'none'];

/** Asks which children go to the list of students. An answer is chosen from the beginning. */
function Children({ question, work, filter, onFilter }: { question: ChildrenSummary } & Props) {
  const { choice, changed, changes } = question;
  if (question.new + changed === 0) return null;
  const isChosen = filter === 'child:changed';
  const fields = changes.map(({ field, count }) => ({ name: nameOfField(field), count }));
  return (
    <ProblemLine
      level="question"
      text={childWords.question(question)}
      hint={changed > 0 ? childWords.changes(fields) : childWords.hint}
      isChosen={isChosen}
      {...(changed > 0 && { onChoose: () => onFilter(isChosen ? 'all' : 'child:changed') })}
      answers={choices
        .filter((one) => one !== 'new' || changed > 0)
        .map((one) => ({
          label: childWords.answers[one](question),
          isPressed: choice === one,
          onPress: () => void work.moves.chooseChildren(one),
        }))}
    />
  );
}

function Arrears({ question, ...props }: { question: ArrearsQuestion } & Props) {
  const { count, charged: asked, open, billings, answer } = question;
  const { work, filter, onFilter } = props;
  const money = useMoney().say;
  const current = {
    given: answer,
    give: (carryAll: boolean | null) => void work.moves.answerArrears(carryAll),
  };
  return (
    <ProblemLine
      level="question"
      text={checkWords.arrears(count, { charged: money(asked), open: money(open) }, billings)}
      hint={checkWords.arrearsHint}
      isChosen={filter === 'arrearsDiffer'}
      onChoose={() => onFilter(filter === 'arrearsDiffer' ? 'all' : 'arrearsDiffer')}
      answers={[
        answerButton(checkWords.carryAll, true, current),
        answerButton(checkWords.carryNone, false, current),
      ]}
    />
  );
}

/** Questions that only the user can answer. Each question is asked once for the whole file. */
export function CheckQuestions(props: Props) {
  const { summary, work } = props;
  const isNewBilling = work.state.compared?.groupID === 0;
  const isOfClass = ({ kind }: SheetQuestion): boolean => kind === 'class';
  const ofClasses = summary.questions.filter(isOfClass);
  const others = summary.questions.filter((question) => !isOfClass(question));
  return (
    <>
      {summary.days.map((question) => (
        <SwappedDays key={question.field} question={question} work={work} />
      ))}
      {others.map((question) => (
        <QuestionOfSheet key={question.key} question={question} work={work} />
      ))}
      <SpelledClasses questions={ofClasses} work={work} />
      {summary.months && isNewBilling && <Months question={summary.months} work={work} />}
      {summary.series && <Series question={summary.series} work={work} />}
      {summary.children && <Children question={summary.children} {...props} />}
      {summary.arrears && <Arrears question={summary.arrears} {...props} />}
      <HiddenRows {...props} />
    </>
  );
}
