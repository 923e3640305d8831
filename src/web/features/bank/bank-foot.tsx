import { Button } from '@mantine/core';
import { bankWords, matchWords } from '#shared/words/bank.ts';
import { useMoney } from '../../lib/use-money.ts';
import classes from './bank-foot.module.css';
import type { Summary } from './rules.ts';

type Props = { summary: Summary; isBusy: boolean; onSave: () => void };

/** Shows the total of the ticked rows, and the Save button. */
export function BankFoot({ summary, isBusy, onSave }: Props) {
  const { say } = useMoney();
  const { payments, sum, joined, ticked, left, parts } = summary;
  const counts = parts.map(
    ({ verdict, count }) => `${count.toLocaleString('en-US')} ${matchWords[verdict].toLowerCase()}`,
  );
  const label =
    ticked === 0
      ? bankWords.nothingTicked
      : payments === 0
        ? bankWords.saveJoined(joined)
        : bankWords.save(payments, say(sum));
  return (
    <footer className={classes.foot}>
      <p>
        <b>{bankWords.ticked(ticked, ticked + left)}</b>{' '}
        {ticked > 0 && bankWords.tickedBeside(counts.join(', '))}
      </p>
      <p className={classes.left}>{bankWords.stay(left)}</p>
      <Button size="md" disabled={ticked === 0} loading={isBusy} onClick={onSave}>
        {label}
      </Button>
    </footer>
  );
}
