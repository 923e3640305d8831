import { Button } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import classes from './error-alert.module.css';

type Props = {
  message: string;
  tryAgain: string;
  onTryAgain: () => void;
  isTrying?: boolean;
  /** Adds margins, for a parent without padding. */
  isInset?: boolean;
};

/** An error message about loading, with a button to try again. */
export function ErrorAlert({ message, tryAgain, onTryAgain, isTrying = false, isInset = false }: Props) {
  return (
    <div className={classes.error} role="alert" data-inset={isInset || undefined}>
      <IconAlertCircle size={20} stroke={1.6} aria-hidden />
      <p className={classes.text}>{message}</p>
      <Button variant="default" size="xs" onClick={onTryAgain} loading={isTrying}>
        {tryAgain}
      </Button>
    </div>
  );
}
