import { TextInput } from '@mantine/core';
import { receiptWords } from '#shared/words/counter.ts';
import { ownDirection } from '../../ui/own-direction.ts';

type Props = { value: string; onChange: (text: string) => void; isFirst?: boolean; isOptional?: boolean };

/** The field for the reason of a void, a return or an adjustment. Only for a bounced cheque is it optional. */
export const ReasonField = ({ value, onChange, isFirst = false, isOptional = false }: Props) => (
  <TextInput
    label={receiptWords.reason}
    required={!isOptional}
    maxLength={300}
    value={value}
    attributes={ownDirection(value)}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data-autofocus={isFirst || undefined}
  />
);
