import { ActionIcon } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { sendListWords } from '#shared/words/outbox.ts';
import classes from './send-view.module.css';

/** The way back to the list of sends where only one of the two fits on the screen. */
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
