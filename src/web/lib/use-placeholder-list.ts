import { type KeyboardEvent, useState } from 'react';
import type { PlaceholderName } from '#shared/messages/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { type PlaceholderQuery, placeholderQuery } from './message-text.ts';

type Options = {
  values: readonly PlaceholderName[];
  onTake: (name: PlaceholderName, query: PlaceholderQuery) => void;
};

const matches = (name: PlaceholderName, typed: string): boolean =>
  `${sendWords.placeholders[name]} ${name}`
    .toLowerCase()
    .split(' ')
    .some((word) => word.startsWith(typed.toLowerCase()));

/** The list of placeholders while a person types `/` or `{` and a name: its entries and its keys. */
export function usePlaceholderList({ values, onTake }: Options) {
  const [query, setQuery] = useState<PlaceholderQuery & { chosen: number }>();
  const offered = query ? values.filter((name) => matches(name, query.typed)) : [];
  const isOpen = query !== undefined && offered.length > 0;
  const close = (): void => setQuery(undefined);
  /** Call it after each typed letter. Moving the cursor must not open the list. */
  const update = (text: string, cursor: number): void => {
    const next = placeholderQuery(text, cursor);
    setQuery(next && { ...next, chosen: 0 });
  };
  const take = (name: PlaceholderName): void => {
    if (query) onTake(name, query);
    close();
  };
  /** Returns whether the list handled the key. */
  const onKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = offered[query.chosen];
    if (event.key === 'Escape') close();
    else if (move !== undefined)
      setQuery({ ...query, chosen: (query.chosen + move + offered.length) % offered.length });
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey && name)
      take(name);
    else return false;
    event.preventDefault();
    return true;
  };
  return { query: isOpen ? query : undefined, offered, update, take, close, onKey };
}
