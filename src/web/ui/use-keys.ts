/** Keyboard shortcuts for the whole page, active while nobody is typing and nothing lies over the page. */
import { useWindowEvent } from '@mantine/hooks';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The key as on a Latin keyboard, because the user may still have the Urdu layout on. */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (key.length > 1 || key <= '~') return key.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/**
 * A closed list is in the page too, and its field sets `aria-expanded` only at its next render, so visibility decides.
 */
const isListOpen = (): boolean =>
  [...document.querySelectorAll('[role="listbox"]')].some((list) => list.checkVisibility());

/** Whether a menu, a list or a dialog is open, which needs the keys itself. */
export const isCovered = (): boolean =>
  document.querySelector('[aria-haspopup][aria-expanded="true"], [role="dialog"], [role="menu"]') !== null ||
  isListOpen();

/** Whether the focus is in a dialog. It must stay there, even if a panel behind the dialog opens only now. */
export const isInDialog = (): boolean => document.activeElement?.closest('[role="dialog"]') != null;

/** Whether the element takes what is typed. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type="checkbox"]), textarea, select') !== null);

/** The actions by key, named as in `latinKey`. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    const { defaultPrevented, ctrlKey, metaKey, altKey, target } = event;
    if (defaultPrevented || ctrlKey || metaKey || altKey || isTyping(target)) return;
    const act = keys[latinKey(event)];
    if (!act || isCovered()) return;
    event.preventDefault();
    act();
  });
}
