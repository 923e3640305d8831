import { useWindowEvent } from '@mantine/hooks';
import { isCovered } from '../ui/use-keys.ts';

/** A search is emptied, and a cell being edited is left as it was, before anything is closed. */
const isWanted = (element: Element | null): boolean =>
  element?.closest('[data-keeps-escape]') != null ||
  (element instanceof HTMLInputElement && element.type === 'search' && element.value !== '');

/**
 * Escape closes the panel, unless it is wanted by a menu, a list, a question that is open, or where one types.
 * `isFirst`: what stands in front of the panels, marked as what takes the key before them.
 */
export function useEscape(isOpen: boolean, onClose: () => void, isFirst = false): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const isBehind = !isFirst && document.querySelector('[data-takes-escape]') !== null;
      if (event.key !== 'Escape' || !isOpen || isBehind || isCovered() || isWanted(document.activeElement))
        return;
      // The question that closing may ask would take the same key for its answer.
      event.stopImmediatePropagation();
      onClose();
    },
    // Before the list that is open hears it and is closed.
    { capture: true },
  );
}
