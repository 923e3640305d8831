import { Notifications } from '@mantine/notifications';
import { useLayoutEffect, useRef } from 'react';
import classes from './toasts.module.css';

/** How tall the row is now, for what lies over the page and is not pushed by it: panels on a phone, questions. */
const heightName = '--q-toasts';

function useToldHeight() {
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

/** What was done and what went wrong, in a row of its own at the top: it pushes the page and covers nothing. */
export function Toasts() {
  const row = useToldHeight();
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
