import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { formatInstant } from '#shared/dates.ts';
import { longestMessage } from '#shared/limits.ts';
import { maySend } from '#shared/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { chatWords, demoWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useSession } from '../../lib/session.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { Composer } from '../../ui/composer.tsx';
import { toastError } from '../../ui/toast.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { phoneQuery, replyFrom } from './api.ts';
import classes from './demo.module.css';

/** One family's phone: what has arrived on it, and their replies. */
export function PhoneView({ number }: { number: string }) {
  const { campuses, cId, rights, timeZone } = useSession();
  const { data, error, isFetching, refetch } = useQuery(phoneQuery(number));
  const end = useRef<HTMLDivElement>(null);
  const newest = data?.at(-1)?.id;
  useLayoutEffect(() => {
    if (newest) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  const reply = async (text: string): Promise<boolean> => {
    if (text.trim() === '') return false;
    try {
      await replyFrom(number, text);
      return true;
    } catch (failure) {
      toastError(toasts.errorTitle, sentenceOf(failure));
      return false;
    }
  };
  return (
    <section className={classes.phone} aria-label={demoWords.phoneOf(number)} data-testid="demo-phone">
      <header className={classes.contact}>
        <b>{campus}</b>
        <small>{number}</small>
      </header>
      <div className={classes.thread} role="log" aria-label={demoWords.phoneOf(number)}>
        {error && (
          <Trouble
            message={sentenceOf(error)}
            tryAgain={commonWords.tryAgain}
            onTryAgain={() => void refetch()}
            isTrying={isFetching}
          />
        )}
        {data?.length === 0 && <p className={classes.hint}>{demoWords.empty}</p>}
        {data?.map((item) => (
          <Bubble
            key={item.id}
            side={item.fromAdmin ? 'in' : 'out'}
            text={item.message}
            media={item.media}
            mediaLabel={chatWords.media}
            audio={item.audio}
            footer={<time dateTime={item.date}>{formatInstant(item.date, timeZone)}</time>}
          />
        ))}
        <div ref={end} />
      </div>
      <footer className={classes.reply}>
        <Composer
          label={demoWords.reply}
          sendLabel={demoWords.send}
          maxLength={longestMessage}
          isDisabled={!maySend(rights)}
          onSend={reply}
        />
      </footer>
    </section>
  );
}
