import { ActionIcon } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { sendListWords } from '#shared/words/outbox.ts';
import classes from './send-view.module.css';

/** A button that goes back to the list of sends. A narrow screen shows either the list or one send. */
export const BackToSends = ({ onBack }: { onBack: () => void }) => (
  <ActionIcon
    className={classes.back}
    aria-label={sendListWords.back}
    title={sendListWords.back}
    onClick={onBack}
  >
    <IconArrowLeft size={20} stroke={1.6} />
  </ActionIcon>
);
