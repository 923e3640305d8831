import { Notifications } from '@mantine/notifications';
import classes from './toasts.module.css';

/** The toasts lie over the top of the page. The page does not move, so that a click does not miss its target. */
export function Toasts() {
  return (
    <div className={classes.row}>
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
