import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Failure } from '#shared/failures.ts';
import { longestMessage } from '#shared/limits.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { maySend } from '#shared/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { chatWords } from '#shared/words/sending.ts';
import { toasts } from '#shared/words/toasts.ts';
import { randomID } from '../../lib/random-id.ts';
import { sentenceOf } from '../../lib/send.ts';
import { useRights } from '../../lib/session.ts';
import { Composer } from '../../ui/composer.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { chatQuery, sendToNumber } from './api.ts';
import classes from './chat-panel.module.css';
import { Thread } from './thread.tsx';

type Props = {
  number: string;
  name: string;
  /** The bill whose values fill the text's placeholders. */
  billID?: number | undefined;
  onClose: () => void;
};

/** Sends what was written; answers whether it was taken. The id stays until the server has answered. */
function useSendText({ number, billID }: Pick<Props, 'number' | 'billID'>) {
  const press = useRef<{ text: string; clientID: string } | null>(null);
  return async (text: string): Promise<boolean> => {
    if (text.trim() === '') {
      toastError(toasts.errorTitle, toasts.errors.message);
      return false;
    }
    if (press.current?.text !== text) press.current = { text, clientID: randomID() };
    const contactIDs = billID !== undefined && placeholdersIn(text).length > 0 ? [billID] : [];
    try {
      const { queued, skipped } = await sendToNumber(number, {
        message: text,
        contactIDs,
        clientID: press.current.clientID,
      });
      press.current = null;
      if (queued === 0) throw new Failure('invalid', skipped[0]?.reason ?? toasts.errors.form);
      toastDone(toasts.done.messageSent);
      return true;
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
      return false;
    }
  };
}

/** The conversation with one family. */
export function ChatPanel({ number, name, billID, onClose }: Props) {
  const mayWrite = maySend(useRights());
  const { data, error, isFetching, refetch } = useQuery({ ...chatQuery(number), enabled: number !== '' });
  const sendText = useSendText({ number, billID });
  const composer = (
    <Composer
      label={chatWords.write}
      sendLabel={chatWords.send}
      maxLength={longestMessage}
      isDisabled={!mayWrite || number === ''}
      onSend={sendText}
    />
  );
  return (
    <Panel
      title={chatWords.title}
      closeLabel={commonWords.close}
      onClose={onClose}
      footer={composer}
      isFilled
    >
      <div className={classes.who}>
        <NameText text={name || number} className={classes.name} />
        {name && <small>{number}</small>}
      </div>
      <div className={classes.thread} data-testid="chat-thread" role="log" aria-label={chatWords.title}>
        {error && (
          <Trouble
            message={sentenceOf(error)}
            tryAgain={commonWords.tryAgain}
            onTryAgain={() => void refetch()}
            isTrying={isFetching}
          />
        )}
        {number === '' && <p className={classes.empty}>{chatWords.noNumber}</p>}
        {number !== '' && !data && !error && <Skeleton height={64} width="70%" />}
        {data?.length === 0 && <p className={classes.empty}>{chatWords.empty}</p>}
        {data && data.length > 0 && <Thread items={data} />}
      </div>
    </Panel>
  );
}
