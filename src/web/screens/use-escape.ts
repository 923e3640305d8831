import { useWindowEvent } from '@mantine/hooks';

/** Escape closes the panel, unless it is wanted by a menu, a list, a question that is open, or a cell being edited. */
export function useEscape(isOpen: boolean, onClose: () => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      const isTaken =
        document.querySelector('[aria-expanded="true"], [role="dialog"], [role="menu"]') !== null ||
        document.activeElement?.closest('[data-keeps-escape]') != null;
      if (event.key !== 'Escape' || !isOpen || isTaken) return;
      // The question that closing may ask would take the same key for its answer.
      event.stopImmediatePropagation();
      onClose();
    },
    // Before the list that is open hears it and is closed.
    { capture: true },
  );
}
