import { useWindowEvent } from '@mantine/hooks';
import { isCovered } from '../ui/use-keys.ts';

/** Whether the element needs Escape itself, to clear a search or to cancel an edited cell. */
const needsEscape = (element: Element | null): boolean =>
  element?.closest('[data-keeps-escape]') != null ||
  (element instanceof HTMLInputElement && element.type === 'search' && element.value !== '');

/**
 * Escape closes the panel, unless a menu, a list, a dialog or a field needs the key. `isFirst`: this part is in front
 * of the panels, so it closes before them.
 */
export function useEscape(isOpen: boolean, onClose: () => void, isFirst = false): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const isBehind = !isFirst && document.querySelector('[data-takes-escape]') !== null;
      if (event.key !== 'Escape' || !isOpen || isBehind || isCovered() || needsEscape(document.activeElement))
        return;
      // Closing may open a dialog. Without this line the dialog would close at once with the same key.
      event.stopImmediatePropagation();
      onClose();
    },
    // Capture, so that this runs while an open list is still visible and can be detected.
    { capture: true },
  );
}
