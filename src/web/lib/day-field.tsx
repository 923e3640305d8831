import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { billWords } from '#shared/words/screen.ts';

const shown = (day: string | undefined): string => (day === undefined ? '' : formatDay(day));

/** Undefined where it is none. Day first, in whatever order the computer writes dates. */
export function readTypedDay(text: string): string | undefined {
  const read = readDay(text.trim(), new Findings(), { is1904: false });
  return typeof read === 'string' ? read : undefined;
}

type FieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'onKeyDown' | 'error'>;

/** The text of a day while it is typed, and what is wrong with it once it is left. */
function useTypedDay(day: string | undefined) {
  const [text, setText] = useState(shown(day));
  const [trouble, setTrouble] = useState('');
  useEffect(() => setText(shown(day)), [day]);
  const field: TextInputProps = {
    autoComplete: 'off',
    maxLength: 40,
    value: text,
    error: trouble,
    onChange: (event) => setText(event.currentTarget.value),
  };
  return { text, setText, setTrouble, field };
}

type Props = FieldProps & { day: string | undefined; onDay: (day: string | undefined) => void };

/** A day as it is typed; it counts once it is left. Emptied, it is no day. */
export function DayField({ day, onDay, ...props }: Props) {
  const { text, setTrouble, field } = useTypedDay(day);
  const take = (): void => {
    const read = readTypedDay(text);
    const isRead = text.trim() === '' || read !== undefined;
    setTrouble(isRead ? '' : billWords.notADay);
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
  /** No day behind it counts. */
  latest: string;
  onDay: (day: string) => void;
};

/** The same of a day that there always is: what cannot be read is said, and the day stays as it was. */
export function NeededDayField({ day, latest, onDay, ...props }: NeededProps) {
  const { text, setText, setTrouble, field } = useTypedDay(day);
  const take = (): void => {
    const read = readTypedDay(text);
    const isGood = read !== undefined && read <= latest;
    setTrouble(isGood ? '' : read === undefined ? billWords.notADay : billWords.dayToCome);
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
        // The day first: what is asked may be another sum.
        event.preventDefault();
        event.stopPropagation();
        take();
      }}
    />
  );
}
