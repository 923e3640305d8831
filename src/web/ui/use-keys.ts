/** Keyboard shortcuts for the whole page. They work while nobody is typing and no menu or dialog is open. */
import { useWindowEvent } from '@mantine/hooks';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The key as on a Latin keyboard, because the user's keyboard layout may be Urdu. */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (key.length > 1 || key <= '~') return key.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/**
 * Whether a list is open. A closed list may still be in the page, and its field updates `aria-expanded` only with the
 * next render, so the visibility decides.
 */
const isListOpen = (): boolean =>
  [...document.querySelectorAll('[role="listbox"]')].some((list) => list.checkVisibility());

/** Whether a menu, a list or a dialog is open. It then needs the keys itself. */
export const isCovered = (): boolean =>
  document.querySelector('[aria-haspopup][aria-expanded="true"], [role="dialog"], [role="menu"]') !== null ||
  isListOpen();

/** Whether the focus is in a dialog. A panel that opens behind a dialog must not take the focus. */
export const isInDialog = (): boolean => document.activeElement?.closest('[role="dialog"]') != null;

/** Whether letters typed now go into this element. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type="checkbox"]), textarea, select') !== null);

/** `keys`: the action of each key. The key is named as `latinKey` returns it. */
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
