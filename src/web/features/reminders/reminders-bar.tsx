import { UnstyledButton } from '@mantine/core';
import IconBell from '@tabler/icons-react/dist/esm/icons/IconBell.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { reminderWords as words } from '#shared/words/templates.ts';
import { useSession } from '../../lib/session.ts';
import { nextRemindersQuery, remindersQuery } from './api.ts';
import classes from './reminders.module.css';
import { sayNext } from './rules.ts';

/** A line above the templates that summarises the next reminders and opens them. */
export function RemindersBar({ onOpen }: { onOpen: () => void }) {
  const { timeZone } = useSession();
  const { data } = useQuery(remindersQuery);
  const isAnyOn = data?.rules.some(({ isOn }) => isOn) ?? false;
  const { data: next } = useQuery({ ...nextRemindersQuery(), enabled: isAnyOn });
  if (!data) return null;
  const summary = isAnyOn ? next && sayNext(next, { timeZone, now: new Date() }) : words.noneOn;
  return (
    <UnstyledButton className={classes.bar} onClick={onOpen}>
      <IconBell size={18} stroke={1.6} aria-hidden />
      <span>
        <b>{words.title}</b>
        <span>
          {summary ?? '–'}
          {isAnyOn && data.heldBy && <span className={classes.held}>{words.held}</span>}
        </span>
      </span>
      <IconChevronRight size={18} stroke={1.6} aria-hidden />
    </UnstyledButton>
  );
}
