import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { FindSheet } from '../features/find/find-sheet.tsx';
import { useGivenBackFocus } from '../ui/use-given-back-focus.ts';
import { useFound } from './use-found.tsx';

/** Milliseconds between the last key and the question to the server. */
const restAfterKey = 120;

/** Everything of the campus by one field. `begun`: what was typed elsewhere. */
export function Find({ begun, onClose }: { begun: string; onClose: () => void }) {
  useGivenBackFocus();
  const [text, setText] = useState(begun);
  const [settled] = useDebouncedValue(text.trim(), restAfterKey);
  const found = useFound(settled, onClose);
  const { sections } = found;
  const isOld = found.isOld || settled !== text.trim();
  return (
    <FindSheet
      text={text}
      onText={setText}
      sections={sections}
      isOld={isOld}
      isNothing={
        settled !== '' && found.isSuccess && !isOld && sections.every(({ items }) => items.length === 0)
      }
      onClose={onClose}
    />
  );
}
