import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { tokenOfLink } from '#shared/people/parent-link.ts';
import { FindSheet, type FoundItem } from '../features/find/find-sheet.tsx';
import { useGivenBackFocus } from '../ui/use-given-back-focus.ts';
import { useFound } from './use-found.tsx';

/** Milliseconds between the last key and the request. */
const restAfterKey = 120;

/**
 * Opens the family of a scanned link when the answer arrives. The Enter of the scanner comes before the answer, so it
 * cannot open the family.
 */
function useScanned(text: string | undefined, families: readonly FoundItem[]): void {
  const [only] = families;
  const open = useRef(only?.onOpen);
  open.current = only?.onOpen;
  const isMeant = text !== undefined && tokenOfLink(text) !== undefined && families.length === 1;
  useEffect(() => {
    if (isMeant) open.current?.();
  }, [isMeant]);
}

/** Searches everything of the campus. `begun`: the text to begin with. */
export function Find({ begun, onClose }: { begun: string; onClose: () => void }) {
  useGivenBackFocus();
  const [text, setText] = useState(begun);
  const [settled] = useDebouncedValue(text.trim(), restAfterKey);
  const found = useFound(settled, onClose);
  const { sections } = found;
  const isOld = found.isOld || settled !== text.trim();
  useScanned(isOld ? undefined : settled, found.families);
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
