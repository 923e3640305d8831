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
  /** Milliseconds after the last key, so that not every letter causes a request. 0 for a search without requests. */
  delay?: number;
};

/** A search box. It searches shortly after the last key. */
export function SearchBox({ label, clearLabel, value, onSearch, hasKey = false, delay = 200 }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // After Back or a change of the list the address has another text than the box. Then the box takes that text.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  const search = (next: string): void => {
    sent.current = next;
    onSearch(next);
  };
  const searchSoon = useDebouncedCallback(search, delay);
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
