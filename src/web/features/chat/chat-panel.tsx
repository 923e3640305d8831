import { ActionIcon, Menu, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ChatItem } from '#shared/calls/chat.ts';
import { maySend } from '#shared/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights } from '../../lib/session.ts';
import { Panel } from '../../ui/panel.tsx';
import { isInDialog } from '../../ui/use-keys.ts';
import { chatQuery, optOutQuery } from './api.ts';
import { ChatComposer } from './chat-composer.tsx';
import { ChatHeader } from './chat-header.tsx';
import classes from './chat-panel.module.css';
import { OptOutBanner, OptOutModal } from './opt-out.tsx';
import { retry } from './retry.ts';
import { Thread } from './thread.tsx';
import { useSending } from './use-sending.ts';

type Props = {
  /** Empty: the member has none. */
  number: string;
  numbers: readonly string[];
  onNumber: (number: string) => void;
  name: string;
  avatar: string | null | undefined;
  /** The bills whose values fill the text's placeholders, and how they are shown. */
  billIDs: readonly number[];
  about: ReactNode;
  /** The way to all templates. */
  onTemplates: () => void;
  /** To the list one came from. */
  onBack?: (() => void) | undefined;
  onClose: () => void;
};

type TalkProps = Props & { before: ReactNode };

/** Whoever has a keyboard writes at once; on a phone it would cover what there is to read. */
function useFieldFocus() {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches && !isInDialog())
      field.current?.focus({ preventScroll: true });
  }, []);
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

function MoreMenu({ onOptOut }: { onOptOut: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={chatWords.more}>
          <IconDots size={20} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onOptOut}>{chatWords.optOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Talk({ before, ...props }: TalkProps) {
  const { number, billIDs, onTemplates, onClose } = props;
  const rights = useRights();
  const mayWrite = maySend(rights);
  const query = useQuery(chatQuery(number));
  const { data: optOut } = useQuery(optOutQuery(number));
  const sending = useSending(number, billIDs);
  const [isAsked, setAsked] = useState(false);
  const fieldRef = useFieldFocus();
  const retryOne = useCallback((item: ChatItem) => void retry(number, item), [number]);
  const composer = (
    <ChatComposer
      {...{ number, billIDs, sending, onTemplates, fieldRef }}
      isOptedOut={Boolean(optOut)}
      banner={optOut && <OptOutBanner number={number} optOut={optOut} mayChange={mayWrite} />}
    />
  );
  return (
    <Panel
      title={chatWords.title}
      closeLabel={commonWords.close}
      onClose={onClose}
      before={before}
      aside={mayWrite && optOut === null && <MoreMenu onOptOut={() => setAsked(true)} />}
      footer={composer}
      isFilled
    >
      <ChatHeader {...props} />
      <Loaded query={query} waiting={<Waiting />} isInset>
        {(latest) => (
          <Thread
            number={number}
            latest={latest}
            sent={sending.sent}
            onRetry={rights.outbox ? retryOne : undefined}
            empty={<p className={classes.empty}>{chatWords.empty}</p>}
          />
        )}
      </Loaded>
      <OptOutModal number={number} isOpen={isAsked} onClose={() => setAsked(false)} />
    </Panel>
  );
}

/** The conversation with one family. */
export function ChatPanel(props: Props) {
  const { number, onBack, onClose } = props;
  const before = onBack && (
    <ActionIcon aria-label={chatWords.backToList} onClick={onBack}>
      <IconArrowLeft size={20} stroke={1.6} />
    </ActionIcon>
  );
  if (number !== '') return <Talk {...props} before={before} />;
  return (
    <Panel title={chatWords.title} closeLabel={commonWords.close} onClose={onClose} before={before} isFilled>
      <ChatHeader {...props} />
      <p className={classes.empty}>{chatWords.noNumber}</p>
    </Panel>
  );
}
