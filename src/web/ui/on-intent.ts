/** Prefetch on intent: calls `ask` when the pointer rests on an element or the element gets the focus. */

/** Milliseconds. If the pointer leaves the element earlier, nothing is loaded. */
const hoverDelay = 60;
let timer: ReturnType<typeof setTimeout> | undefined;

export function onIntent(ask: () => void) {
  const begin = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, hoverDelay);
  };
  const end = (): void => clearTimeout(timer);
  return { onMouseEnter: begin, onMouseLeave: end, onFocus: begin, onBlur: end };
}
