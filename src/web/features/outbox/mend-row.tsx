import { Button, TextInput, UnstyledButton } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { FailureItem } from '#shared/calls/send-failures.ts';
import { attemptWords, fixWords, outboxWords } from '#shared/words/outbox.ts';
import { attemptsQuery } from '../../lib/attempts.ts';
import { Attempts } from '../../lib/attempts.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { sayWhy } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { MarkedText } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { outboxActions } from './acts.ts';
import type { LinkToPaper } from './links.ts';
import classes from './mend-list.module.css';

/** Returns a function that focuses the next row, because the row itself disappears after its action. */
function focusNextAfter(element: HTMLElement): () => void {
  const row = element.closest('li');
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  return () => next?.querySelector<HTMLElement>('input, button')?.focus();
}

type ActProps = { item: FailureItem; name: string };

/**
 * The form to correct the number. It proposes the number of another bill if the two numbers differ only by a typing
 * error. The button corrects the number and sends the message, but not to a family that has paid.
 */
function CorrectNumberForm({ item, name }: ActProps) {
  const say = useSayNumber();
  const { isBusy, run } = useAction();
  const [typed, setTyped] = useState(say(item.guess?.number ?? item.number));
  const [trouble, setTrouble] = useState('');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const focusNext = focusNextAfter(event.currentTarget);
    if (typed.trim() === say(item.number)) setTrouble(fixWords.same);
    else
      void run(() =>
        outboxActions
          .correctAndSend(item, typed.trim(), say)
          .then((isDone) => (isDone ? focusNext() : undefined)),
      );
  };
  return (
    <form className={classes.correct} onSubmit={submit}>
      <TextInput
        type="tel"
        size="xs"
        aria-label={fixWords.numberOf(name)}
        value={typed}
        error={trouble || undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setTrouble('');
        }}
      />
      <Button
        type="submit"
        size="xs"
        variant={item.guess ? 'filled' : 'default'}
        loading={isBusy}
        aria-label={item.isPaid ? fixWords.correctOnlyOf(name) : fixWords.correctOf(name)}
      >
        {item.isPaid ? fixWords.correctOnly : fixWords.correct}
      </Button>
    </form>
  );
}

function TellByPhoneButtons({
  item,
  name,
  isShown,
  onShow,
}: ActProps & { isShown: boolean; onShow: () => void }) {
  const { isBusy, run } = useAction();
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhone size={14} stroke={1.6} aria-hidden />}
        aria-expanded={isShown}
        onClick={onShow}
      >
        {fixWords.sayIt}
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={fixWords.contactedLabel(name)}
        onClick={(event) => {
          const focusNext = focusNextAfter(event.currentTarget);
          void run(() => outboxActions.tellByPhone(item).then(focusNext));
        }}
      >
        {fixWords.contacted}
      </Button>
    </div>
  );
}

/** Buttons to send the message to another number of the family, or to print the bill. */
function OtherNumbers({ item, paper }: { item: FailureItem; paper: LinkToPaper }) {
  const say = useSayNumber();
  const { rights } = useSession();
  const { isBusy, run } = useAction();
  const [other] = item.others;
  return (
    <div className={classes.acts}>
      {other && rights.edit && !item.isPaid && (
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          onClick={(event) => {
            const focusNext = focusNextAfter(event.currentTarget);
            void run(() =>
              outboxActions
                .correctAndSend(item, other.number, say)
                .then((isDone) => (isDone ? focusNext() : undefined)),
            );
          }}
        >
          {fixWords.sendTo(say(other.number))}
        </Button>
      )}
      {item.groupID !== null &&
        paper(
          { billing: item.groupID, q: item.regNum ?? item.name },
          { className: classes.paper, children: fixWords.print },
        )}
    </div>
  );
}

function UnknownOutcomeButtons({ item, name }: ActProps) {
  const { isBusy, run } = useAction();
  return (
    <div className={classes.acts}>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={outboxWords.retryUnknownNamed(name)}
        onClick={() => void run(() => outboxActions.retry(item))}
      >
        {outboxWords.retryUnknown}
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={isBusy}
        aria-label={outboxWords.leaveNamed(name)}
        onClick={(event) => {
          const focusNext = focusNextAfter(event.currentTarget);
          void run(() => outboxActions.leave(item).then(focusNext));
        }}
      >
        {outboxWords.leave}
      </Button>
    </div>
  );
}

/** The note below the number: where another number was found, or why the message failed. */
function useNote(item: FailureItem): string {
  const say = useSayNumber();
  const { kind, guess, others, isLandline, isCorrected, isPaid } = item;
  if (isPaid) return fixWords.paid;
  if (isCorrected && guess) return fixWords.isCorrected(say(guess.number));
  const other = guess ?? (kind === 'notOnWhatsApp' ? others[0] : undefined);
  if (other) {
    const of = [other.name === item.name && other.billing !== '' ? '' : other.name, other.billing];
    return fixWords.hasNumber(say(other.number), of.filter(Boolean));
  }
  if (isLandline) return fixWords.landline;
  return kind === 'correct' ? '' : sayWhy(item);
}

function AttemptList({ id }: { id: number }) {
  const { timeZone } = useSession();
  const query = useQuery(attemptsQuery(id));
  return (
    <div className={classes.tries}>
      <Loaded query={query}>{(attempts) => <Attempts attempts={attempts} timeZone={timeZone} />}</Loaded>
    </div>
  );
}

type Props = { item: FailureItem; onOpen: (item: FailureItem) => void; paper: LinkToPaper };

/** Shows a family that did not get the message, with its number, the reason, and the actions. */
export function MendRow({ item, onOpen, paper }: Props) {
  const say = useSayNumber();
  const { rights } = useSession();
  const [areAttemptsShown, showAttempts] = useState(false);
  const [isTextShown, showText] = useState(false);
  const { kind, fatherName, name, regNum, section } = item;
  const shown = fatherName ?? (name || outboxWords.noName);
  const place = [item.class, section].filter(Boolean).join('-');
  const child = fatherName
    ? [name, place].filter(Boolean).join(' ')
    : [regNum, place].filter(Boolean).join(' · ');
  const note = useNote(item);
  const who = name || say(item.number);
  return (
    <li className={classes.row} data-testid="mend-row" data-kind={kind}>
      <div className={classes.who}>
        <UnstyledButton className={classes.open} onClick={() => onOpen(item)}>
          <NameText text={shown} className={classes.name} />
        </UnstyledButton>
        <NameText text={child} className={classes.child} />
      </div>
      <div className={classes.number}>
        <span>{say(item.number)}</span>
        <NameText text={note} title={note} className={classes.child} />
      </div>
      {kind === 'correct' && rights.edit && (
        <CorrectNumberForm key={item.guess?.number} item={item} name={who} />
      )}
      {kind === 'correct' && !rights.edit && <small className={classes.child}>{fixWords.mayNotEdit}</small>}
      {(kind === 'call' || kind === 'rewrite') && (
        <TellByPhoneButtons
          item={item}
          name={who}
          isShown={isTextShown}
          onShow={() => showText(!isTextShown)}
        />
      )}
      {kind === 'notOnWhatsApp' && <OtherNumbers item={item} paper={paper} />}
      {kind === 'ask' && <UnknownOutcomeButtons item={item} name={who} />}
      {kind === 'later' && <span />}
      <UnstyledButton
        className={classes.tryCount}
        aria-expanded={areAttemptsShown}
        aria-label={`${attemptWords.tries(item.attempts)}, ${fixWords.triesOf(who)}`}
        onClick={() => showAttempts(!areAttemptsShown)}
      >
        {attemptWords.tries(item.attempts)}
        <IconChevronDown size={14} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {isTextShown && (
        <div className={classes.text} role="note" aria-label={fixWords.sayTo(who)}>
          <MarkedText text={item.text} />
        </div>
      )}
      {areAttemptsShown && <AttemptList id={item.id} />}
    </li>
  );
}
