import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useRef, useState } from 'react';
import { ownDirection } from './own-direction.ts';
import classes from './search-box.module.css';

type Props = {
  label: string;
  clearLabel: string;
  value: string;
  onSearch: (text: string) => void;
  /** `/` focuses this box. Only one box of a screen should set it. */
  hasKey?: boolean;
};

/** Searches a moment after the last key, so that not every letter causes a request. */
export function SearchBox({ label, clearLabel, value, onSearch, hasKey = false }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // After Back, or for another list, the address has another text than the box.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const search = (next: string): void => {
    sent.current = next;
    onSearch(next);
  };
  // Debounce.
  const searchSoon = useDebouncedCallback(search, 200);
  const change = (next: string): void => {
    setText(next);
    searchSoon(next.trim());
  };
  return (
    <TextInput
      type="search"
      className={classes.box}
      aria-label={label}
      placeholder={label}
      value={text}
      attributes={ownDirection(text)}
      data-search-key={hasKey || undefined}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton size="sm" aria-label={clearLabel} onClick={() => change('')} />
        ) : (
          hasKey && <kbd className={classes.key}>/</kbd>
        )
      }
    />
  );
}
