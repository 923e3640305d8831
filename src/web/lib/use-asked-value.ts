import { type KeyboardEvent, useState } from 'react';
import type { PlaceholderName } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { type AskedValue, askedValue } from './message-text.ts';

type Moves = {
  values: readonly PlaceholderName[];
  onTake: (name: PlaceholderName, asked: AskedValue) => void;
};

const fits = (name: PlaceholderName, typed: string): boolean =>
  `${sendWords.placeholders[name]} ${name}`
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(typed.toLowerCase()));

/** Combobox: finds the value that the typed text asks for, and handles the keys that choose one. */
export function useAskedValue({ values, onTake }: Moves) {
  const [asked, setAsked] = useState<AskedValue & { chosen: number }>();
  const offered = asked ? values.filter((name) => fits(name, asked.typed)) : [];
  const isOpen = asked !== undefined && offered.length > 0;
  const close = (): void => setAsked(undefined);
  /** Called after each typed letter only, because moving the cursor asks for nothing. */
  const look = (text: string, cursor: number): void => {
    const next = askedValue(text, cursor);
    setAsked(next && { ...next, chosen: 0 });
  };
  const take = (name: PlaceholderName): void => {
    if (asked) onTake(name, asked);
    close();
  };
  /** Returns whether the list handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = offered[asked.chosen];
    if (event.key === 'Escape') close();
    else if (move !== undefined)
      setAsked({ ...asked, chosen: (asked.chosen + move + offered.length) % offered.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && name)
      take(name);
    else return false;
    event.preventDefault();
    return true;
  };
  return { asked: isOpen ? asked : undefined, offered, look, take, close, onKey };
}
