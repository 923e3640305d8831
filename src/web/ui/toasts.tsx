import { Notifications } from '@mantine/notifications';
import { useLayoutEffect, useRef } from 'react';
import classes from './toasts.module.css';

/**
 * The CSS variable with the current height of the row of toasts. Panels on a phone and dialogs use it: they cover the
 * page, so the row does not push them down.
 */
const heightName = '--q-toasts';

function usePublishedHeight() {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const tell = (): void => style.setProperty(heightName, `${row.current?.offsetHeight ?? 0}px`);
    const watcher = new ResizeObserver(tell);
    if (row.current) watcher.observe(row.current);
    return () => {
      watcher.disconnect();
      style.removeProperty(heightName);
    };
  }, []);
  return row;
}

/** The toasts have a row of their own at the top, which pushes the page down and covers nothing. */
export function Toasts() {
  const row = usePublishedHeight();
  return (
    <div ref={row} className={classes.row}>
      <Notifications
        withinPortal={false}
        className={classes.toasts}
        position="top-center"
        limit={6}
        autoClose={5000}
      />
    </div>
  );
}
