import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs';
import { type ReactNode, useState } from 'react';
import type { Send } from '#shared/calls/send-failures.ts';
import { clockIn, dayIn, formatInstant } from '#shared/time/dates.ts';
import { exportWords } from '#shared/words/bills.ts';
import { outboxWords, wholeSendWords } from '#shared/words/outbox.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { outboxActions } from './acts.ts';
import { BackToSends } from './back-to-sends.tsx';
import { type FilterChoice, isRunning, isScheduled, nameOf, sayAudience, sayText } from './rules.ts';
import classes from './send-view.module.css';

/** The time from the start of the send to its last message, such as `12 Nov 2026, 10:02 to 10:19`. */
function sayWhen({ createdAt, startedAt, lastAt }: Send, timeZone: string): string {
  const from = startedAt ?? createdAt;
  if (lastAt === null || lastAt <= from) return formatInstant(from, timeZone);
  const [begun, ended] = [new Date(from), new Date(lastAt)];
  const isSameDay = dayIn(timeZone, begun) === dayIn(timeZone, ended);
  if (isSameDay && clockIn(timeZone, begun) === clockIn(timeZone, ended))
    return formatInstant(from, timeZone);
  const until = isSameDay ? clockIn(timeZone, ended) : formatInstant(lastAt, timeZone);
  return wholeSendWords.to(formatInstant(from, timeZone), until);
}

type TextProps = { send: Send; isOpen: boolean; onClose: () => void };

/** A window that shows the text of the send, with the names of its placeholders. */
function Text({ send, isOpen, onClose }: TextProps) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal opened={isOpen} onClose={onClose} title={wholeSendWords.message} size={480} fullScreen={isNarrow}>
      <div className={classes.phone}>
        <Bubble
          words={mediaWords}
          side="out"
          text={sayText(send.text)}
          media={send.media}
          mediaLabel={outboxWords.media}
        />
      </div>
    </Modal>
  );
}

type Props = {
  send: Send;
  billings: readonly FilterChoice[];
  exportButton: ReactNode;
  onExport: () => void;
  onBack: () => void;
  /** Whether the data is a copy in which nothing is sent until a person has decided about the waiting messages. */
  isHeld: boolean;
};

/** Shows the name, time, user and audience of a send, and its actions. */
export function SendHead({ send, billings, exportButton, onExport, onBack, isHeld }: Props) {
  const { timeZone } = useSession();
  const [isTextShown, showText] = useState(false);
  const { broadcastID, paused, counts } = send;
  const { run } = useAction();
  const pauseOrResume = paused ? outboxActions.resume : outboxActions.pause;
  const details = [sayWhen(send, timeZone), send.by, sayAudience(send, billings)].filter(Boolean).join(' · ');
  const mayPause = isRunning(send) && !isScheduled(send) && !isHeld;
  return (
    <header className={classes.head}>
      <BackToSends onBack={onBack} />
      <div className={classes.title}>
        <h2>
          <NameText text={nameOf(send)} />
        </h2>
        <p>
          <NameText text={details} />
        </p>
      </div>
      <div className={classes.wide}>
        <Button
          variant="default"
          leftSection={<IconEye size={16} stroke={1.6} aria-hidden />}
          onClick={() => showText(true)}
        >
          {wholeSendWords.message}
        </Button>
        {exportButton}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={wholeSendWords.more} title={wholeSendWords.more}>
            <IconDots size={20} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayPause && (
            <Menu.Item onClick={() => pauseOrResume(broadcastID)}>
              {paused ? outboxWords.resume : outboxWords.pause}
            </Menu.Item>
          )}
          {counts.pending > 0 && (
            <Menu.Item onClick={() => void run(() => outboxActions.cancelBroadcast(broadcastID))}>
              {outboxWords.cancelBroadcast(nameOf(send))}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => showText(true)}>{wholeSendWords.message}</Menu.Item>
          <Menu.Item onClick={onExport}>{exportWords.exportOutbox}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Text send={send} isOpen={isTextShown} onClose={() => showText(false)} />
    </header>
  );
}
