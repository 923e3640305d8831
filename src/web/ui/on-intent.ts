/** Prefetch on intent: what a press would open is asked for while the pointer rests on it, or it has the focus. */

/** Milliseconds. Whoever only passes by asks for nothing. */
const restsFor = 60;
let timer: ReturnType<typeof setTimeout> | undefined;

export function onIntent(ask: () => void) {
  const begin = (): void => {
    clearTimeout(timer);
    timer = setTimeout(ask, restsFor);
  };
  const end = (): void => clearTimeout(timer);
  return { onMouseEnter: begin, onMouseLeave: end, onFocus: begin, onBlur: end };
}
