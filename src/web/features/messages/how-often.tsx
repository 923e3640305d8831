import { sendWords } from '#shared/words/sending.ts';
import { Choice } from '../../ui/choice.tsx';
import { type Draft, isPersonal } from './rules.ts';
import classes from './send-panel.module.css';

type Props = { draft: Draft; onChange: (change: Partial<Draft>) => void };

const options = [
  { value: 'family', label: sendWords.family, hint: sendWords.familyHint },
  { value: 'bill', label: sendWords.perBill, hint: sendWords.perBillHint },
] as const;

/** Once for a family or once for each of its bills, where the text has values of the bills in it. */
export function HowOften({ draft, onChange }: Props) {
  if (!isPersonal(draft.message)) return <p className={classes.quiet}>{sendWords.oncePerNumber}</p>;
  return (
    <Choice
      label={sendWords.howOften}
      options={options}
      value={draft.family ? 'family' : 'bill'}
      onChange={(often) => onChange({ family: often === 'family' })}
    />
  );
}
