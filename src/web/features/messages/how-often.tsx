import { sendWords } from '#shared/words/sending.ts';
import { Segments } from '../../ui/segments.tsx';
import { type Draft, isPersonal } from './rules.ts';
import classes from './send-panel.module.css';

type Props = { draft: Draft; onChange: (change: Partial<Draft>) => void };

const options = [
  { value: 'family', label: sendWords.family, hint: sendWords.familyHint },
  { value: 'bill', label: sendWords.perBill, hint: sendWords.perBillHint },
] as const;

/** One message per family or one per bill. A text without placeholders goes once to each number. */
export function HowOften({ draft, onChange }: Props) {
  if (draft.message.trim() !== '' && !isPersonal(draft.message))
    return <p className={classes.quiet}>{sendWords.oncePerNumber}</p>;
  return (
    <Segments
      label={sendWords.howOften}
      segments={options}
      value={draft.family ? 'family' : 'bill'}
      onChange={(often) => onChange({ family: often === 'family' })}
    />
  );
}
