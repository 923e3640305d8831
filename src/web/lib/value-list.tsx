import { useEffect, useRef } from 'react';
import type { PlaceholderName } from '#shared/messages/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import classes from './message-field.module.css';

type Props = {
  id: string;
  values: readonly PlaceholderName[];
  chosen: number;
  at: { left: number; top: number };
  onChoose: (name: PlaceholderName) => void;
};

/** The placeholders that match the typed text, in a list below the cursor. The field handles the keys. */
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
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={name}
          id={`${id}-${name}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          // Keep the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
        >
          {sendWords.placeholders[name]}
        </div>
      ))}
    </div>
  );
}
