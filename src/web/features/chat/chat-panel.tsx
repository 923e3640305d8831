import { ActionIcon } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import type { ReactNode } from 'react';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Panel } from '../../ui/panel.tsx';
import { ChatHeader } from './chat-header.tsx';
import classes from './chat-panel.module.css';
import { useTalk } from './use-talk.tsx';

type Props = {
  /** Empty if the member has no number. */
  number: string;
  numbers: readonly string[];
  onNumber: (number: string) => void;
  name: string;
  avatar: string | null | undefined;
  /** The bills whose values fill the placeholders. */
  billIDs: readonly number[];
  /** Shows these bills in the header. */
  about: ReactNode;
  /** Opens the page with all templates. */
  onTemplates: () => void;
  /** Opens the form for a promise to pay. Undefined if the user cannot record a promise. */
  onPromise?: (() => void) | undefined;
  /** Goes back to the list. */
  onBack?: (() => void) | undefined;
  /** Undefined if the chat is a fixed part of its screen. */
  onClose?: (() => void) | undefined;
  /** The element in which the menu is shown. Only the family panel has it, and that panel already shows the name. */
  corner?: HTMLElement | null | undefined;
};

type TalkProps = Props & { before: ReactNode };

function ConversationPanel({ before, ...props }: TalkProps) {
  const { numbers, onClose, corner } = props;
  const { thread, composer, more, question } = useTalk(props);
  return (
    <Panel
      title={chatWords.title}
      closeLabel={commonWords.close}
      onClose={onClose}
      before={before}
      extra={more}
      footer={composer}
      corner={corner}
      isFilled
    >
      {(corner === undefined || numbers.length > 1) && <ChatHeader {...props} />}
      {thread}
      {question}
    </Panel>
  );
}

/** A panel with the conversation with one family. */
export function ChatPanel(props: Props) {
  const { number, onBack, onClose, corner } = props;
  const before = onBack && (
    <ActionIcon aria-label={chatWords.backToList} onClick={onBack}>
      <IconArrowLeft size={20} stroke={1.6} />
    </ActionIcon>
  );
  if (number !== '') return <ConversationPanel {...props} before={before} />;
  return (
    <Panel
      title={chatWords.title}
      closeLabel={commonWords.close}
      onClose={onClose}
      before={before}
      corner={corner}
      isFilled
    >
      {corner === undefined && <ChatHeader {...props} />}
      <p className={classes.empty}>{chatWords.noNumber}</p>
    </Panel>
  );
}
