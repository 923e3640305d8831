/** The inbox: the waiting conversations at the left, the open conversation in the middle, its family at the right. */
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useMediaQuery, useWindowEvent } from '@mantine/hooks';
import IconEdit from '@tabler/icons-react/dist/esm/icons/IconEdit.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { maySend } from '#shared/people/rights.ts';
import { chatWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { billsToFill } from '../features/bills/rules.ts';
import { billsOfNumberQuery, conversationQuery, markAnswered } from '../features/chat/api.ts';
import { Conversations } from '../features/chat/conversations.tsx';
import { InboxThread } from '../features/chat/inbox-thread.tsx';
import { nameOf, numberAfter } from '../features/chat/rules.ts';
import { useConversations } from '../features/chat/use-conversations.ts';
import { familyQuery } from '../features/family/api.ts';
import { usePromise } from '../features/family/use-promise.tsx';
import { useRights } from '../lib/session.ts';
import { toastFailure } from '../lib/toast-failure.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { isCovered, useKeys } from '../ui/use-keys.ts';
import { prefetchChat } from './ahead.ts';
import classes from './chats.module.css';
import { FamilySide } from './family-side.tsx';
import type { ChatsSearch } from './search.ts';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

const route = getRouteApi('/desk/chats');

/** The navigation of this screen. Each step changes the address. */
function useMoves() {
  const navigate = route.useNavigate();
  const go = (change: ChatsSearch, options: { replace?: boolean } = {}): void =>
    void navigate({ search: (before) => ({ ...before, ...change }), ...options });
  return {
    open: (chat: string) => go({ chat, side: undefined }),
    /** Replaces the address, so that Back leaves the chats and does not go through all chats that were opened. */
    moveTo: (chat: string) => go({ chat, side: undefined }, { replace: true }),
    leave: () => go({ chat: undefined, side: undefined }),
    // Replaces the address, so that Back does not go through every typed letter.
    find: (q: string) => go({ q }, { replace: true }),
    list: (list: NonNullable<ChatsSearch['list']>) => go({ list: list === 'waiting' ? undefined : list }),
    showFamily: (isShown: boolean) => go({ side: isShown ? 'family' : undefined }),
  };
}

type Moves = ReturnType<typeof useMoves>;
type OpenedChatProps = {
  number: string;
  takesFocus: boolean;
  moves: Moves;
  onAnswered: (() => void) | undefined;
};

function OpenedChat({ number, takesFocus, moves, onAnswered }: OpenedChatProps) {
  const goTo = useNavigate();
  const { data: bills = [] } = useQuery(billsOfNumberQuery(number));
  const { data: conversation } = useQuery(conversationQuery(number));
  const { data: family } = useQuery(familyQuery({ number }));
  const promise = usePromise(family);
  return (
    <>
      <InboxThread
        number={number}
        name={(conversation && nameOf(conversation)) || bills[0]?.name || ''}
        billIDs={billsToFill(bills, undefined)}
        isAnswered={conversation?.isAnswered}
        isToConfirm={conversation?.toConfirm != null}
        onAnswered={onAnswered}
        takesFocus={takesFocus}
        onTemplates={() => void goTo({ to: '/templates' })}
        onBack={moves.leave}
        onFamily={() => moves.showFamily(true)}
        promise={promise.line}
        onPromise={promise.onNote}
      />
      {promise.form}
    </>
  );
}

/** The key E marks the open chat as answered and opens the next chat. For an answered chat, E marks it as waiting. */
function useAnswered(chat: string | undefined, next: string | undefined, moves: Moves) {
  const mayWrite = maySend(useRights());
  const { data: conversation } = useQuery({ ...conversationQuery(chat ?? ''), enabled: chat !== undefined });
  if (!mayWrite || !conversation) return undefined;
  return (): void => {
    markAnswered(conversation, !conversation.isAnswered).catch(toastFailure);
    if (!conversation.isAnswered && next !== undefined) moves.moveTo(next);
  };
}

const takesKeys = 'a, button, input, textarea, select, [role="log"], [role="dialog"], [data-row]';

/** Keys for the list of chats, active while no other element with its own keys has the focus. */
function useFreeKeys(keys: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', (event) => {
    const act = keys[event.key];
    if (!act || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isCovered() || document.activeElement?.closest(takesKeys)) return;
    event.preventDefault();
    act();
  });
}

const focusField = (): void =>
  document.querySelector<HTMLTextAreaElement>(`.${classes.thread} textarea`)?.focus();

/** Escape: leaves the text field if it has the focus, so that the keys move in the list again. Else calls `leave`. */
function blurFieldOr(leave: () => void): void {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement) field.blur();
  else leave();
}

export function Chats() {
  const { chat, q = '', list = 'waiting', side } = route.useSearch();
  const rights = useRights();
  const moves = useMoves();
  const chats = useConversations(q, list);
  const isNarrow = useMediaQuery('(max-width: 1180px)', undefined, { getInitialValueInEffect: false });
  usePageTitle(`${chatWords.listTitle} · ${commonWords.product}`);
  /** Whether the chat was opened with J, K or E. Then the focus stays in the list. */
  const isByKeys = useRef(false);
  const conversations = chats.query.data?.conversations ?? [];
  const at = conversations.findIndex(({ number }) => number === chat);
  const goBy = (step: number) => (): void => {
    const next = conversations[at < 0 ? 0 : at + step];
    if (!next) return;
    isByKeys.current = true;
    (chat === undefined ? moves.open : moves.moveTo)(next.number);
  };
  const onAnswered = useAnswered(chat, numberAfter(conversations, chat), moves);
  const answer = (): void => {
    isByKeys.current = true;
    onAnswered?.();
  };
  useKeys({ j: goBy(1), k: goBy(-1), e: answer });
  useFreeKeys({ ArrowDown: goBy(1), ArrowUp: goBy(-1), Enter: focusField });
  useEscape(chat !== undefined, () => blurFieldOr(side ? () => moves.showFamily(false) : moves.leave));
  useReturnFocus(chat !== undefined);
  const open = (number: string): void => {
    isByKeys.current = false;
    moves.open(number);
  };
  const hasFamily = chat !== undefined && (!isNarrow || side === 'family');
  const newMessage = maySend(rights) && (
    <ActionIcon
      renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}
      aria-label={chatWords.newMessage}
      title={chatWords.newMessage}
    >
      <IconEdit size={20} stroke={1.6} />
    </ActionIcon>
  );
  return (
    <main className={classes.page} data-opened={chat !== undefined || undefined} data-side={side}>
      <VisuallyHidden component="h1">{chatWords.listTitle}</VisuallyHidden>
      <div className={classes.list}>
        <Conversations
          chats={chats}
          find={q}
          list={list}
          opened={chat}
          onFind={moves.find}
          onList={moves.list}
          onOpen={open}
          onAhead={prefetchChat}
          aside={newMessage}
        />
      </div>
      <div className={classes.thread}>
        {chat !== undefined && (
          <OpenedChat
            key={chat}
            number={chat}
            takesFocus={!isByKeys.current}
            moves={moves}
            onAnswered={onAnswered && answer}
          />
        )}
        {chat === undefined && (
          <Empty
            icon={<IconMessage size={26} stroke={1.6} aria-hidden />}
            title={chatWords.chooseOne}
            text={chatWords.chooseOneText}
          />
        )}
      </div>
      {hasFamily && (
        <div className={classes.family}>
          <FamilySide
            key={chat}
            who={{ number: chat }}
            tab="family"
            onTab={() => (side ? moves.showFamily(false) : focusField())}
            onClose={() => (side ? moves.showFamily(false) : moves.leave())}
          />
        </div>
      )}
    </main>
  );
}
