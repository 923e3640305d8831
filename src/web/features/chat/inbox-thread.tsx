import { ActionIcon, Button } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chatWords } from '#shared/words/chats.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { windowQuery } from './api.ts';
import classes from './inbox-thread.module.css';
import { sayUntil } from './rules.ts';
import { useTalk } from './use-talk.tsx';

type Props = {
  number: string;
  name: string;
  /** The bills whose values fill the placeholders. */
  billIDs: readonly number[];
  /** Undefined if the family has not written. */
  isAnswered: boolean | undefined;
  /** The family sent a picture or PDF that may show a payment. */
  isToConfirm: boolean;
  /** Marks the chat as answered or as waiting. Undefined if the user has no right to do so. */
  onAnswered: (() => void) | undefined;
  takesFocus: boolean;
  /** Shows the family's promise to pay. */
  promise: ReactNode;
  /** Opens the form for a promise to pay. Undefined if the user cannot record a promise. */
  onPromise: (() => void) | undefined;
  onTemplates: () => void;
  /** Goes back to the list, on a phone. */
  onBack: () => void;
  /** Opens the page of the family, on a phone. */
  onFamily: () => void;
};

/** The sentence that says until when free text is allowed. */
function useFreeTextNote(number: string): string | undefined {
  const { timeZone } = useSession();
  const { data } = useQuery(windowQuery(number));
  if (!data) return undefined;
  if (!data.isNeeded) return chatWords.freeAlways;
  if (data.openUntil === null) return chatWords.onlyTemplate;
  return chatWords.freeUntil(sayUntil(data.openUntil, new Date(), timeZone));
}

function AnsweredButton({ isAnswered, onClick }: { isAnswered: boolean; onClick: () => void }) {
  const Shape = isAnswered ? IconArrowBackUp : IconCheck;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.answered}
      leftSection={<Shape size={16} stroke={1.6} aria-hidden />}
      rightSection={<kbd aria-hidden>E</kbd>}
      title={isAnswered ? chatWords.reopenHint : chatWords.markAnsweredHint}
      onClick={onClick}
    >
      {isAnswered ? chatWords.reopen : chatWords.markAnswered}
    </Button>
  );
}

/** The conversation in the middle column of the inbox. */
export function InboxThread(props: Props) {
  const { number, name, isAnswered, isToConfirm, onAnswered, onBack, onFamily } = props;
  const sayNumber = useSayNumber();
  const freeTextNote = useFreeTextNote(number);
  const { thread, composer, more, question } = useTalk(props);
  return (
    <section className={classes.thread} aria-label={chatWords.title} data-keeps-focus>
      <header className={classes.head}>
        <ActionIcon className={classes.back} aria-label={chatWords.backToList} onClick={onBack}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
        <div className={classes.who}>
          <h2 className={classes.name}>
            <NameText text={name || sayNumber(number)} title={name} />
          </h2>
          <small>{freeTextNote}</small>
        </div>
        {isAnswered !== undefined && onAnswered && (
          <AnsweredButton isAnswered={isAnswered} onClick={onAnswered} />
        )}
        <ActionIcon
          className={classes.family}
          aria-label={chatWords.family}
          title={chatWords.family}
          onClick={onFamily}
        >
          <IconUsers size={20} stroke={1.6} />
        </ActionIcon>
        {more}
      </header>
      {isToConfirm && (
        <p className={classes.confirm}>
          {chatWords.toConfirmTitle}
          <Button variant="default" size="xs" onClick={onFamily}>
            {chatWords.look}
          </Button>
        </p>
      )}
      {props.promise && <div className={classes.promise}>{props.promise}</div>}
      {thread}
      <footer className={classes.foot}>{composer}</footer>
      {question}
    </section>
  );
}
