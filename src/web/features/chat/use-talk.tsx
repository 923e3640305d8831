/** The parts of a conversation that every screen shares: the thread, the composer, and the menu. */
import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { maySend } from '#shared/people/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { promiseWords } from '#shared/words/families.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { toasts } from '#shared/words/toasts.ts';
import { confirmRetry } from '../../lib/confirm-retry.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toastDone, toastError } from '../../ui/toast.ts';
import { isInDialog } from '../../ui/use-keys.ts';
import { chatQuery, optOutQuery, retryMessage } from './api.ts';
import { ChatComposer } from './chat-composer.tsx';
import classes from './chat-panel.module.css';
import { OptOutBanner, OptOutModal } from './opt-out.tsx';
import { messageIDOf } from './rules.ts';
import { Thread } from './thread.tsx';
import { useSending } from './use-sending.ts';

/** Retries one message of the school. If the message may already have been sent, asks for confirmation first. */
async function retry(item: ChatItem): Promise<void> {
  if (!(await confirmRetry(item.status))) return;
  try {
    const { changed, leftOut } = await retryMessage(messageIDOf(item));
    if (changed > 0) toastDone(outboxWords.retried(changed));
    else toastError(toasts.errorTitle, outboxWords.notRetriedFor(leftOut));
  } catch (error) {
    toastFailure(error);
  }
}

/** Moves the focus to the field, except on a phone, because its on-screen keyboard would cover the messages. */
function useFieldFocus(takesFocus: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (takesFocus && window.matchMedia('(hover: hover)').matches && !isInDialog())
      field.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return field;
}

function Waiting() {
  return (
    <div className={classes.waiting}>
      <Skeleton height={64} width="70%" />
      <Skeleton height={96} width="70%" />
      <Skeleton height={48} width="50%" />
    </div>
  );
}

type MenuProps = { onOptOut: (() => void) | undefined; onPromise: (() => void) | undefined };

function MoreMenu({ onOptOut, onPromise }: MenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={chatWords.more}>
          <IconDots size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {onPromise && <Menu.Item onClick={onPromise}>{promiseWords.note}</Menu.Item>}
        {onOptOut && <Menu.Item onClick={onOptOut}>{chatWords.optOut}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

type Options = {
  number: string;
  /** The bills whose values fill the placeholders. */
  billIDs: readonly number[];
  /** Opens the page with all templates. */
  onTemplates: () => void;
  takesFocus?: boolean;
  /** Opens the form for a promise to pay. Undefined if the user cannot record a promise. */
  onPromise?: (() => void) | undefined;
};

export function useTalk({ number, billIDs, onTemplates, takesFocus = true, onPromise }: Options) {
  const rights = useRights();
  const mayWrite = maySend(rights);
  const query = useQuery(chatQuery(number));
  const { data: optOut } = useQuery(optOutQuery(number));
  const sending = useSending(number, billIDs);
  const [isOptingOut, setOptingOut] = useState(false);
  const fieldRef = useFieldFocus(takesFocus);
  const onOptOut = mayWrite && optOut === null ? () => setOptingOut(true) : undefined;
  return {
    thread: (
      <Loaded query={query} waiting={<Waiting />} isInset>
        {(latest) => (
          <Thread
            number={number}
            latest={latest}
            sent={sending.sent}
            onRetry={rights.outbox ? retry : undefined}
            empty={<p className={classes.empty}>{chatWords.empty}</p>}
          />
        )}
      </Loaded>
    ),
    composer: (
      <ChatComposer
        {...{ number, billIDs, sending, onTemplates, fieldRef }}
        isOptedOut={Boolean(optOut)}
        banner={optOut && <OptOutBanner number={number} optOut={optOut} mayChange={mayWrite} />}
      />
    ),
    more: (onOptOut || onPromise) && <MoreMenu {...{ onOptOut, onPromise }} />,
    question: <OptOutModal number={number} isOpen={isOptingOut} onClose={() => setOptingOut(false)} />,
  };
}
