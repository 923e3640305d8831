import { TextInput } from '@mantine/core';
import { receiptWords } from '#shared/words/counter.ts';
import { ownDirection } from '../../ui/own-direction.ts';

type Props = { value: string; onChange: (text: string) => void; isFirst?: boolean };

/** Why money is taken back, or asked for: nothing of it is stored without. */
export const ReasonField = ({ value, onChange, isFirst = false }: Props) => (
  <TextInput
    label={receiptWords.reason}
    required
    maxLength={300}
    value={value}
    attributes={ownDirection(value)}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data-autofocus={isFirst || undefined}
  />
);
