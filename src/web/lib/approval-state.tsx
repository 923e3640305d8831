import type { Icon } from '@tabler/icons-react';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs';
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs';
import { standingWords } from '#shared/words/templates.ts';
import classes from './approval-state.module.css';

const icons: Record<keyof typeof standingWords, Icon> = {
  none: IconCircleDashed,
  pending: IconClock,
  approved: IconCircleCheck,
  rejected: IconAlertTriangle,
  paused: IconPlayerPause,
  disabled: IconAlertTriangle,
  changed: IconPencil,
  overtaken: IconPencil,
};

/** Shows the approval state of a template as an icon and a word. */
export function ApprovalState({ standing }: { standing: keyof typeof standingWords }) {
  const Shape = icons[standing];
  return (
    <span className={classes.state} data-standing={standing}>
      <Shape size={14} stroke={2} aria-hidden />
      {standingWords[standing]}
    </span>
  );
}
