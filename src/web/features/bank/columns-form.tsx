/** Asks what each column of a bank file means. The answer is remembered for the money account. */
import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { type BankField, bankFields } from '#shared/money/bank.ts';
import type { BankAnswer, BankQuestion } from '#shared/sheets/bank/questions.ts';
import { columnLetter } from '#shared/sheets/column-letter.ts';
import { formatDay } from '#shared/time/dates.ts';
import { bankColumnWords, bankFieldWords, bankQuestionWords, bankWords } from '#shared/words/bank.ts';
import { NameText } from '../../ui/name-text.tsx';
import type { BankRequest, ReadBank } from './bank-protocol.ts';
import classes from './columns-form.module.css';

const choices = [
  { value: '', label: bankColumnWords.notUsed },
  ...bankFields.map((value) => ({ value, label: bankFieldWords[value] })),
];
const orders = Object.entries(bankColumnWords.orders).map(([value, label]) => ({ value, label }));

type Props = { read: ReadBank; onAsk: (ask: BankRequest) => void; onGo: () => void };

/** What words and amounts of the file mean. Each value is asked once. */
function Questions({ questions, onAsk }: { questions: readonly BankQuestion[]; onAsk: Props['onAsk'] }) {
  if (questions.length === 0) return null;
  return (
    <>
      <header>
        <h2>{bankQuestionWords.title}</h2>
        <p>{bankQuestionWords.text}</p>
      </header>
      <ul className={classes.list} aria-label={bankQuestionWords.title}>
        {questions.map(({ kind, text, count, choices: allowed, answer }) => {
          const label = bankQuestionWords.kinds[kind](text);
          const data = [
            ...(answer === null ? [{ value: '', label: bankQuestionWords.choose }] : []),
            ...allowed.map((value) => ({ value, label: bankQuestionWords.answers[value] })),
          ];
          return (
            <li key={`${kind} ${text}`} data-used>
              <div>
                <b>
                  <NameText text={label} />
                </b>
                <small>{bankWords.rows(count)}</small>
              </div>
              <NativeSelect
                aria-label={label}
                data={data}
                value={answer ?? ''}
                onChange={({ currentTarget }) =>
                  onAsk({
                    what: 'answer',
                    question: { kind, text },
                    answer: currentTarget.value as BankAnswer,
                  })
                }
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

export function ColumnsForm({ read, onAsk, onGo }: Props) {
  const { headerRow, columns, isComplete, questions, dayOrder, isSure, example } = read.opened;
  const isAnswered = questions.every(({ answer }) => answer !== null);
  const isReady = isComplete && isAnswered;
  return (
    <form
      className={classes.form}
      aria-label={bankColumnWords.title}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) onGo();
      }}
    >
      <header>
        <h2>{bankColumnWords.title}</h2>
        <p>{bankColumnWords.text}</p>
      </header>
      <div className={classes.top}>
        <NumberInput
          key={headerRow}
          label={bankColumnWords.headerRow}
          defaultValue={headerRow}
          min={0}
          allowDecimal={false}
          hideControls
          onBlur={({ currentTarget }) => {
            const row = Number(currentTarget.value);
            if (row !== headerRow) onAsk({ what: 'header', row });
          }}
        />
        <NativeSelect
          label={bankColumnWords.order}
          data={orders}
          value={dayOrder}
          onChange={({ currentTarget }) =>
            onAsk({ what: 'order', order: currentTarget.value === 'monthFirst' ? 'monthFirst' : 'dayFirst' })
          }
        />
        {example && (
          <p>
            {bankColumnWords.readAs(example.typed, formatDay(example.day))}{' '}
            {!isSure && bankColumnWords.unsure}
          </p>
        )}
      </div>
      <ul className={classes.list}>
        {columns.map(({ index, heading, field, samples }) => {
          const name = heading || bankColumnWords.noHeading(columnLetter(index));
          return (
            <li key={index} data-used={field !== null || undefined}>
              <div>
                <b>
                  <bdi>{name}</bdi>
                </b>
                <small>
                  {samples.map((sample, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two samples may be the same
                    <span key={at}>
                      <NameText text={sample} />
                    </span>
                  ))}
                </small>
              </div>
              <NativeSelect
                aria-label={bankColumnWords.fieldOf(name)}
                data={choices}
                value={field ?? ''}
                onChange={({ currentTarget }) =>
                  onAsk({ what: 'map', index, field: (currentTarget.value || null) as BankField | null })
                }
              />
            </li>
          );
        })}
      </ul>
      <Questions questions={questions} onAsk={onAsk} />
      <footer>
        {!isReady && (
          <span role="status">{isComplete ? bankQuestionWords.needs : bankColumnWords.needs}</span>
        )}
        <Button type="submit" disabled={!isReady}>
          {bankColumnWords.go}
        </Button>
      </footer>
    </form>
  );
}
