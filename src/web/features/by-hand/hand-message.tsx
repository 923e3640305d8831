import { Anchor, Button } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import { useEffect, useRef } from 'react';
import type { HandMessage as HandMessageAnswer } from '#shared/calls/by-hand.ts';
import { isUpload, paperIn } from '#shared/messages/media.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { byHandWords } from '#shared/words/sending.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { paperOfMessage, savePaperOf } from '../../lib/papers.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { useKeys } from '../../ui/use-keys.ts';
import classes from './by-hand.module.css';
import { useChat } from './use-chat.ts';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Opens or downloads the file of the message. */
function FileLink({ id, media }: Pick<HandMessageAnswer, 'id' | 'media'>) {
  const isUploaded = isUpload(media);
  if (paperIn(media))
    return (
      <Anchor component="button" type="button" inherit onClick={() => void savePaperOf(id)}>
        {byHandWords.download}
      </Anchor>
    );
  return (
    <a href={media} target="_blank" rel="noreferrer" {...(isUploaded && { download: true })}>
      {isUploaded ? byHandWords.download : byHandWords.toForeign}
    </a>
  );
}

function AttachmentNote(file: Pick<HandMessageAnswer, 'id' | 'media'>) {
  return (
    <p className={classes.attach}>
      <IconPaperclip {...icon} />
      <span>{byHandWords.media}</span>
      <FileLink {...file} />
    </p>
  );
}

type ChatActions = ReturnType<typeof useChat>;
type ChatActionsProps = ChatActions & { message: HandMessageAnswer };

function ReadyButtons({ open, close, isBusy }: ChatActionsProps) {
  return (
    <div className={classes.acts}>
      <Button
        data-first
        size="lg"
        leftSection={<IconBrandWhatsapp {...icon} />}
        loading={isBusy}
        onClick={() => void open()}
      >
        {byHandWords.open}
      </Button>
      <Button variant="default" size="lg" disabled={isBusy} onClick={() => close('skipped')}>
        {byHandWords.skip}
      </Button>
    </div>
  );
}

/**
 * Asks the clerk for the outcome after she has opened the chat. `isJustOpened` means that she has opened the chat since
 * this message was shown.
 */
function OutcomeButtons({
  message,
  close,
  isBusy,
  isBlocked,
  isJustOpened,
}: ChatActionsProps & { isJustOpened: boolean }) {
  const { timeZone } = useSession();
  const at = formatInstant(message.openedAt ?? '', timeZone);
  return (
    <>
      <p className={classes.ask} role="status">
        <b>{isJustOpened ? byHandWords.whatNow : byHandWords.whatThen(at)}</b>
        {!isJustOpened && <span>{byHandWords.lookFirst}</span>}
        {isBlocked && <span>{byHandWords.blocked}</span>}
        <a href={message.link} target="_blank" rel="noreferrer">
          {isBlocked ? byHandWords.link : byHandWords.openAgain}
        </a>
      </p>
      <div className={classes.acts}>
        <Button data-first size="lg" loading={isBusy} onClick={() => close('sent')}>
          {byHandWords.didSend}
        </Button>
        <Button variant="default" size="lg" disabled={isBusy} onClick={() => close('notSent')}>
          {byHandWords.notSent}
        </Button>
        <Button variant="default" size="lg" disabled={isBusy} onClick={() => close('skipped')}>
          {byHandWords.skip}
        </Button>
      </div>
    </>
  );
}

type Props = {
  message: HandMessageAnswer;
  broadcast: number | undefined;
  /** The clerk has pressed a button, so the focus moves to the first button of each new message. */
  hasBegun: boolean;
  onBegin: () => void;
};

/** Shows one message as a chat. The component is mounted anew for each message. */
export function HandMessage({ message, broadcast, hasBegun, onBegin }: Props) {
  const card = useRef<HTMLElement>(null);
  const wasOpen = useRef(message.openedAt !== null);
  const actions = useChat(message, broadcast);
  const isOpen = message.openedAt !== null;
  const number = useSayNumber()(message.number);
  const open = async (): Promise<void> => {
    onBegin();
    await actions.open();
  };
  const close: ChatActions['close'] = (outcome) => {
    onBegin();
    actions.close(outcome);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves only when the buttons change
  useEffect(() => {
    if (hasBegun) card.current?.querySelector<HTMLElement>('[data-first]')?.focus();
  }, [isOpen]);
  useKeys({
    o: () => void (isOpen || open()),
    s: () => void (isOpen && close('sent')),
    x: () => void (isOpen && close('notSent')),
  });
  const shown = { ...actions, open, close, message };
  return (
    <section className={classes.card} ref={card} aria-label={message.name || number}>
      <h2 className={classes.person}>
        <NameText text={message.name || byHandWords.noName} />
        <small>{number}</small>
      </h2>
      {message.media && <AttachmentNote id={message.id} media={message.media} />}
      <section className={classes.chat} aria-label={byHandWords.preview}>
        <Bubble
          words={mediaWords}
          side="out"
          text={message.text}
          media={message.media}
          onPaper={paperOfMessage(message.media, message.id)}
          mediaLabel={byHandWords.preview}
        />
      </section>
      {isOpen ? <OutcomeButtons {...shown} isJustOpened={!wasOpen.current} /> : <ReadyButtons {...shown} />}
    </section>
  );
}
