import { useEffect, useRef } from 'react';
import type { PlaceholderName } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import classes from './message-field.module.css';

type Props = {
  id: string;
  values: readonly PlaceholderName[];
  chosen: number;
  at: { left: number; top: number };
  onChoose: (name: PlaceholderName) => void;
};

/** The values that fit what is being typed, below the cursor; the keys stay with the field. */
export function ValueList({ id, values, chosen, at, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={sendWords.insert}
      className={classes.values}
      style={at}
    >
      {values.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys stay with the field
        <div
          key={name}
          id={`${id}-${name}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          {sendWords.placeholders[name]}
        </div>
      ))}
    </div>
  );
}
