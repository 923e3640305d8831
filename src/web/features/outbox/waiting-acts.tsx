import { ActionIcon, Menu } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import type { BroadcastProgress } from '#shared/calls/outbox.ts';
import { outboxWords, sendListWords } from '#shared/words/outbox.ts';
import { outboxActions } from './acts.ts';
import { ClearOutboxButton } from './clear-button.tsx';
import { isRunning, isScheduled } from './rules.ts';
import classes from './send-list.module.css';

/** The actions on all waiting sends. A single running send has its own button to pause it. */
export function WaitingActs({ sends }: { sends: readonly BroadcastProgress[] }) {
  const running = sends.filter((send) => isRunning(send) && !isScheduled(send));
  return (
    <div className={classes.acts}>
      <ClearOutboxButton size="compact-sm" />
      {running.length > 1 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={32} aria-label={sendListWords.moreActions} title={sendListWords.moreActions}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {running.some(({ paused }) => !paused) && (
              <Menu.Item onClick={() => void outboxActions.pause()}>{outboxWords.pauseAll}</Menu.Item>
            )}
            {running.some(({ paused }) => paused) && (
              <Menu.Item onClick={() => void outboxActions.resume()}>{outboxWords.resumeAll}</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
