import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { formatDay } from '#shared/dates.ts';
import { Findings } from '#shared/sheets/problem.ts';
import { readDay } from '#shared/sheets/read-day.ts';
import { billWords } from '#shared/words/screen.ts';

type Props = { label: string; day: string | undefined; onDay: (day: string | undefined) => void };

const shown = (day: string | undefined): string => (day === undefined ? '' : formatDay(day));

/** A day as it is typed, day first; it counts once it is left. */
export function DayField({ label, day, onDay }: Props) {
  const [text, setText] = useState(shown(day));
  const [isBad, setBad] = useState(false);
  useEffect(() => setText(shown(day)), [day]);
  const take = (): void => {
    const typed = text.trim();
    const read = typed === '' ? undefined : readDay(typed, new Findings(), { is1904: false });
    const isRead = typed === '' || typeof read === 'string';
    setBad(!isRead);
    if (isRead) onDay(typeof read === 'string' ? read : undefined);
  };
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      autoComplete="off"
      maxLength={40}
      value={text}
      error={isBad && billWords.notADay}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === 'Enter') take();
      }}
    />
  );
}
