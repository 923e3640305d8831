/** Keys that do something anywhere on the page, while nobody is typing and nothing lies over it. */
import { useWindowEvent } from '@mantine/hooks';

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** The key as it is on a Latin keyboard: she may still be in the layout in which she wrote to parents. */
export function latinKey({ key, code, shiftKey }: Pressed): string {
  if (key.length > 1 || key <= '~') return key.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  return code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
}

/** A list is in the page before it is opened, and its field says only at its next drawing that it is open. */
const isListOpen = (): boolean =>
  [...document.querySelectorAll('[role="listbox"]')].some((list) => list.checkVisibility());

/** A menu, a list or a question is open, and the keys are for it. */
export const isCovered = (): boolean =>
  document.querySelector('[aria-haspopup][aria-expanded="true"], [role="dialog"], [role="menu"]') !== null ||
  isListOpen();

/** Whoever has gone on to what lies over the page keeps the keyboard, though something behind it opens only now. */
export const isInDialog = (): boolean => document.activeElement?.closest('[role="dialog"]') != null;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input:not([type="checkbox"]), textarea, select') !== null);

/** By key, as `latinKey` names them. */
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
