import { Button } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import classes from './trouble.module.css';

type Props = { message: string; tryAgain: string; onTryAgain: () => void; isTrying?: boolean };

/** What could not be loaded, and the way to try it again. */
export function Trouble({ message, tryAgain, onTryAgain, isTrying = false }: Props) {
  return (
    <div className={classes.trouble} role="alert">
      <IconAlertCircle size={20} stroke={1.6} aria-hidden />
      <p className={classes.text}>{message}</p>
      <Button variant="default" size="xs" onClick={onTryAgain} loading={isTrying}>
        {tryAgain}
      </Button>
    </div>
  );
}
