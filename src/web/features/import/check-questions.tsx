import { formatDay } from '#shared/dates.ts';
import type { CheckSummary, DayQuestion, SeriesQuestion } from '#shared/sheets/checked.ts';
import { checkWords } from '#shared/words/import-screen.ts';
import { Question } from './question.tsx';
import type { Import } from './use-import.ts';

function Days({ question, work }: { question: DayQuestion; work: Import }) {
  const { field, heading, count, from, to, answer } = question;
  const choose = (wanted: 'swap' | 'keep', label: string) => ({
    label,
    isChosen: answer === wanted,
    onChoose: () => void work.moves.answerDays(field, wanted),
  });
  return (
    <Question
      text={checkWords.swapped(heading, count, { from: formatDay(from), to: formatDay(to) })}
      hint={checkWords.swappedHint}
      answers={[choose('swap', checkWords.swapAll), choose('keep', checkWords.keepDays)]}
    />
  );
}

function Hidden({ summary: { hidden }, work }: { summary: CheckSummary; work: Import }) {
  if (hidden.rows === 0) return null;
  const choose = (label: string, isOut: boolean, isChosen: boolean) => ({
    label,
    isChosen,
    onChoose: () => void work.moves.leave('hidden', isOut),
  });
  return (
    <Question
      text={checkWords.hidden(hidden.rows)}
      hint={checkWords.hiddenHint}
      answers={[
        choose(checkWords.hiddenIn, false, hidden.leftOut === 0),
        choose(checkWords.hiddenOut, true, hidden.leftOut === hidden.rows),
      ]}
    />
  );
}

function Series({ question, work }: { question: SeriesQuestion; work: Import }) {
  const { count, billings, answer } = question;
  const choose = (oneSeries: boolean, label: string) => ({
    label,
    isChosen: answer === oneSeries,
    onChoose: () => void work.moves.answerSeries(oneSeries),
  });
  return (
    <Question
      text={checkWords.series(count, billings)}
      hint={checkWords.seriesHint}
      answers={[choose(false, checkWords.ownNumbers), choose(true, checkWords.oneSeries)]}
    />
  );
}

/** What the check cannot tell by itself, each asked once for the whole file. */
export function CheckQuestions({ summary, work }: { summary: CheckSummary; work: Import }) {
  return (
    <>
      <Hidden summary={summary} work={work} />
      {summary.days.map((question) => (
        <Days key={question.field} question={question} work={work} />
      ))}
      {summary.series && <Series question={summary.series} work={work} />}
    </>
  );
}
