import { type RefObject, useEffect } from 'react';
import { type Span, selectionOutsideValues } from './message-text.ts';

/** Moves the cursor of the field out of placeholders. Returns a function that stops this. */
function keepOutOfValues(field: HTMLTextAreaElement): () => void {
  let before: Span = [0, 0];
  let isPointed = false;
  let isComposing = false;
  const look = (): void => {
    if (document.activeElement !== field || isComposing) return;
    const now: Span = [field.selectionStart, field.selectionEnd];
    const corrected = selectionOutsideValues(field.value, now, { before, isPointed });
    before = corrected;
    if (corrected[0] !== now[0] || corrected[1] !== now[1])
      field.setSelectionRange(...corrected, field.selectionDirection);
  };
  const controller = new AbortController();
  const on = (target: EventTarget, event: string, act: () => void): void =>
    target.addEventListener(event, act, { signal: controller.signal });
  // While the pointer is down, the selection still changes, so it is corrected only at the end.
  on(field, 'pointerdown', () => {
    isPointed = true;
  });
  on(document, 'pointerup', () => {
    if (isPointed) look();
    isPointed = false;
  });
  on(field, 'compositionstart', () => {
    isComposing = true;
  });
  on(field, 'compositionend', () => {
    isComposing = false;
  });
  on(document, 'selectionchange', () => {
    if (!isPointed) look();
  });
  // The browser reports a moved cursor with a delay. The next key may come earlier, so the cursor is checked again.
  on(field, 'keydown', look);
  return () => controller.abort();
}

/** Keeps the cursor of a message outside its placeholders. A placeholder is selected or skipped as a whole. */
export function useWholeValues(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => (field.current ? keepOutOfValues(field.current) : undefined), [field]);
}
