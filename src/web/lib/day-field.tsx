import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { formatDay } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';

const shown = (day: string | undefined): string => (day === undefined ? '' : formatDay(day));

/** Reads a typed day, with the day before the month in every locale. Undefined if it is invalid. */
export function readTypedDay(text: string): string | undefined {
  const read = readDay(text.trim(), new Findings(), { is1904: false });
  return typeof read === 'string' ? read : undefined;
}

type FieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'error'>;

/** The state of a day field: the typed text and its error. The error appears when the focus leaves the field, or on Enter. */
function useTypedDay(day: string | undefined) {
  const [text, setText] = useState(shown(day));
  const [error, setError] = useState('');
  useEffect(() => setText(shown(day)), [day]);
  const field: TextInputProps = {
    autoComplete: 'off',
    maxLength: 40,
    value: text,
    error,
    onChange: (event) => setText(event.currentTarget.value),
  };
  return { text, setText, setError, field };
}

type Props = FieldProps & { day: string | undefined; onDay: (day: string | undefined) => void };

/** A field for an optional day. It is read when the focus leaves the field, or on Enter. An empty field means no day. */
export function DayField({ day, onDay, ...props }: Props) {
  const { text, setError, field } = useTypedDay(day);
  const take = (): void => {
    const read = readTypedDay(text);
    const isRead = text.trim() === '' || read !== undefined;
    setError(isRead ? '' : billWords.notADay);
    if (isRead) onDay(read);
  };
  return (
    <TextInput
      {...field}
      {...props}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}

type NeededProps = FieldProps & {
  day: string;
  /** Later days are refused. */
  latest: string;
  onDay: (day: string) => void;
};

/** A field for a required day. An invalid text shows an error, and the field returns to the former day. */
export function RequiredDayField({ day, latest, onDay, ...props }: NeededProps) {
  const { text, setText, setError, field } = useTypedDay(day);
  const take = (): void => {
    const read = readTypedDay(text);
    const isGood = read !== undefined && read <= latest;
    setError(isGood ? '' : read === undefined ? billWords.notADay : billWords.dayToCome);
    setText(shown(isGood ? read : day));
    if (isGood && read !== day) onDay(read);
  };
  return (
    <TextInput
      {...field}
      {...props}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || text === shown(day)) return;
        // Enter only takes the new day and does not submit the form, because the payable amount may depend on the day.
        event.preventDefault();
        event.stopPropagation();
        take();
      }}
    />
  );
}
