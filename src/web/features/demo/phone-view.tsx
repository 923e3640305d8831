import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { longestMessage } from '#shared/limits.ts';
import { maySend } from '#shared/people/rights.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { chatWords, demoWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { paperOfMessage } from '../../lib/papers.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { useUpload } from '../../lib/use-upload.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { Composer } from '../../ui/composer.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { phoneQuery, replyFrom } from './api.ts';
import classes from './demo.module.css';

const emptyReply = { message: '', media: '' };

/** The field in which the user writes a parent's reply, with or without a picture or video. */
function Reply({ number }: { number: string }) {
  const { rights } = useSession();
  const [draft, setDraft] = useState(emptyReply);
  const { isBusy, run } = useAction();
  const change = (part: Partial<typeof emptyReply>): void => setDraft((before) => ({ ...before, ...part }));
  const { isLoading, upload } = useUpload((media) => change({ media }));
  const reply = (): void => {
    if (draft.message.trim() === '' && draft.media === '') return;
    void run(async () => {
      await replyFrom(number, draft);
      setDraft(emptyReply);
    });
  };
  return (
    <Composer
      words={mediaWords}
      label={demoWords.reply}
      sendLabel={demoWords.send}
      maxLength={longestMessage}
      text={draft.message}
      onText={(message) => change({ message })}
      media={draft.media}
      isLoading={isLoading}
      onFile={upload}
      onRemoveMedia={() => change({ media: '' })}
      onSend={reply}
      isBusy={isBusy}
      isDisabled={!maySend(rights)}
    />
  );
}

/** Shows the demo phone of one family, with the received messages and the family's replies. */
export function PhoneView({ number }: { number: string }) {
  const { campuses, cId, timeZone } = useSession();
  const { data, error, isFetching, refetch } = useQuery(phoneQuery(number));
  const shown = useSayNumber()(number);
  const end = useRef<HTMLDivElement>(null);
  const newest = data?.at(-1)?.id;
  useLayoutEffect(() => {
    if (newest) end.current?.scrollIntoView({ block: 'end' });
  }, [newest]);
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  return (
    <section className={classes.phone} aria-label={demoWords.phoneOf(shown)} data-testid="demo-phone">
      <header className={classes.contact}>
        <b>{campus}</b>
        <small>{shown}</small>
      </header>
      <div className={classes.thread} role="log" aria-label={demoWords.phoneOf(shown)}>
        {error && (
          <ErrorAlert
            message={sentenceOf(error)}
            tryAgain={commonWords.tryAgain}
            onTryAgain={() => void refetch()}
            isTrying={isFetching}
          />
        )}
        {data?.length === 0 && <p className={classes.hint}>{demoWords.empty}</p>}
        {data?.map((item) => (
          <Bubble
            words={mediaWords}
            key={item.id}
            side={item.fromAdmin ? 'in' : 'out'}
            text={item.message}
            media={item.media}
            onPaper={paperOfMessage(item.media, Number(item.id.slice(1)))}
            mediaLabel={chatWords.media}
            audio={item.audio}
            footer={<time dateTime={item.date}>{formatInstant(item.date, timeZone)}</time>}
          />
        ))}
        <div ref={end} />
      </div>
      <footer className={classes.reply}>
        <Reply number={number} />
      </footer>
    </section>
  );
}
