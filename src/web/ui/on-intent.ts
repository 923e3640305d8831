/** Prefetch on intent: loads what a press would open while the pointer rests on it or it has the focus. */

/** Milliseconds, so that passing by loads nothing. */
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
