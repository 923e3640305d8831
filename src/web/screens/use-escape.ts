import { useWindowEvent } from '@mantine/hooks';
import { isCovered } from '../ui/use-keys.ts';

/** Escape first clears a search or cancels a cell being edited, before it closes anything. */
const isWanted = (element: Element | null): boolean =>
  element?.closest('[data-keeps-escape]') != null ||
  (element instanceof HTMLInputElement && element.type === 'search' && element.value !== '');

/**
 * Escape closes the panel, unless a menu, a list, a dialog or a field needs the key. `isFirst`: this part lies in front
 * of the panels and takes the key before them.
 */
export function useEscape(isOpen: boolean, onClose: () => void, isFirst = false): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const isBehind = !isFirst && document.querySelector('[data-takes-escape]') !== null;
      if (event.key !== 'Escape' || !isOpen || isBehind || isCovered() || isWanted(document.activeElement))
        return;
      // Otherwise the dialog that closing may open would take the same key as its answer.
      event.stopImmediatePropagation();
      onClose();
    },
    // Capture, to run before an open list handles the key and closes.
    { capture: true },
  );
}
