import { Button } from '@mantine/core';
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs';
import { type ReactNode, useState } from 'react';
import type { Conversation } from '#shared/calls/chat.ts';
import type { Family } from '#shared/calls/families.ts';
import { isDocument } from '#shared/messages/media.ts';
import { isOpen } from '#shared/money/bill-status.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { billWords } from '#shared/words/bills.ts';
import { chatWords } from '#shared/words/chats.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { periodOf, shownAmountOf } from './rules.ts';
import classes from './to-confirm.module.css';

type Sent = NonNullable<Conversation['toConfirm']>;

/** Shows a small picture, which a click enlarges, or an icon that downloads the document. */
function SentMedia({ media, at }: Sent) {
  const { timeZone } = useSession();
  const [isLarge, setLarge] = useState(false);
  const label = chatWords.openSent(formatInstant(at, timeZone));
  if (media === '') return null;
  if (isDocument(media))
    return (
      <a className={classes.shown} href={media} download target="_blank" rel="noreferrer" aria-label={label}>
        <IconFileText size={32} stroke={1.4} aria-hidden />
      </a>
    );
  return (
    <>
      <button type="button" className={classes.shown} aria-label={label} onClick={() => setLarge(true)}>
        <img src={media} alt="" loading="lazy" />
      </button>
      <Lightbox url={isLarge ? media : null} words={chatWords} onClose={() => setLarge(false)} />
    </>
  );
}

type Props = {
  sent: Sent;
  family: Family;
  /** The button that opens the form to receive the payment. */
  receive: ReactNode;
  /** Undefined if the user has no right to dismiss the picture. */
  onDismiss: (() => Promise<void>) | undefined;
};

/**
 * Shows a picture or document that may prove a payment, beside the open bills. It does not count as a payment. A person
 * must either enter the payment or dismiss the picture.
 */
export function ToConfirm({ sent, family, receive, onDismiss }: Props) {
  const { timeZone } = useSession();
  const { say } = useMoney();
  const { isBusy, run } = useAction();
  const open = family.children.flatMap((child) =>
    child.bills.filter(isOpen).map((bill) => ({ bill, name: child.name || billWords.noName })),
  );
  return (
    <section className={classes.card} aria-label={chatWords.toConfirm}>
      <header>
        <h3>{chatWords.toConfirmTitle}</h3>
        <time dateTime={sent.at}>{formatInstant(sent.at, timeZone)}</time>
      </header>
      <div className={classes.body}>
        <SentMedia {...sent} />
        <div>
          {sent.text !== '' && (
            <p className={classes.text}>
              <NameText text={sent.text} />
            </p>
          )}
          <ul>
            {open.map(({ bill, name }) => {
              const amount = shownAmountOf(bill, family.inTimeFrom);
              return (
                <li key={bill.id}>
                  <span>
                    <bdi>{name}</bdi>
                    <span>, {periodOf(bill)}</span>
                  </span>
                  <b>{amount === null ? billWords.noValue : say(amount)}</b>
                </li>
              );
            })}
          </ul>
          <small>{chatWords.toConfirmHint}</small>
        </div>
      </div>
      <footer>
        {onDismiss && (
          <Button variant="default" disabled={isBusy} onClick={() => void run(onDismiss)}>
            {chatWords.dismiss}
          </Button>
        )}
        {receive}
      </footer>
    </section>
  );
}
