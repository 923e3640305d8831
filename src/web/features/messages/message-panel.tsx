import { Button } from '@mantine/core';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { type ReactNode, useState } from 'react';
import { countReasons } from '#shared/count-reasons.ts';
import { type PlaceholderName, unknownPlaceholders } from '#shared/placeholders.ts';
import { maySend } from '#shared/rights.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { scheduleWords } from '#shared/words/scheduling.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { fieldMessages, toasts } from '#shared/words/toasts.ts';
import { MessageField } from '../../lib/message-field.tsx';
import { useSession } from '../../lib/session.ts';
import { troubleByField } from '../../lib/trouble-by-field.ts';
import { Panel } from '../../ui/panel.tsx';
import { toastError } from '../../ui/toast.ts';
import { Trouble } from '../../ui/trouble.tsx';
import { LeftOut } from './left-out.tsx';
import { Preview } from './preview.tsx';
import { Reach } from './reach.tsx';
import { emptyLetter, type Letter } from './rules.ts';
import classes from './send-panel.module.css';
import { type Checked, SendSheet } from './send-sheet.tsx';
import { TemplateField } from './template-field.tsx';
import { type Planned, usePlan } from './use-plan.ts';
import { type Sent, useSending, type Wish } from './use-sending.ts';
import { nowIn, sendAtOf, troubleOf } from './when.ts';
import { WhenField } from './when-field.tsx';
import { WindowsNote } from './windows.tsx';

/** What stands around the message, whoever it is for. */
export type Frame = {
  onClose: () => void;
  /** Clear Outbox, where it may be pressed. */
  clearOutbox?: ReactNode;
  note?: ReactNode;
  /** The way to the broadcast that was just queued. */
  linkToBroadcast: (broadcastID: number) => ReactNode;
};

function Done({ answer, link }: { answer: Sent; link: ReactNode }) {
  const { queued, skipped, begins } = answer;
  return (
    <div className={classes.done} role="status" ref={(node) => node?.scrollIntoView({ block: 'nearest' })}>
      <p>
        {begins === null ? sendWords.queued(queued) : scheduleWords.queued(queued, begins)} {link}
      </p>
      <LeftOut leftOut={skipped.length} reasons={countReasons(skipped)} skipped={skipped} />
    </div>
  );
}

function PlanTrouble({ query }: Pick<Planned, 'query'>) {
  return (
    <Trouble
      message={sentenceOf(query.error)}
      tryAgain={commonWords.tryAgain}
      onTryAgain={() => void query.refetch()}
      isTrying={query.isFetching}
    />
  );
}

type Props = Frame &
  Omit<Checked, 'letter'> & {
    title: string;
    letter: Letter;
    onLetter: (change: Partial<Letter>) => void;
    wish: Wish;
    /** It went; what was written is gone by then. */
    onSent?: () => void;
    /** The fields that say who gets it; `isTried`: they were pressed past while something was missing. */
    whoField: (isTried: boolean) => ReactNode;
    howOften: ReactNode;
    isTemplateNeeded?: boolean;
    /** The values that there are for these people: all unless said. */
    values?: readonly PlaceholderName[];
    /** The way to all templates. */
    onTemplates?: () => void;
  };

/** Writes a message, shows it as it arrives, and asks once more before it goes. */
export function MessagePanel(props: Props) {
  const { title, letter, onLetter, wish, whoField, howOften, isTemplateNeeded, values, onTemplates } = props;
  const { onClose, clearOutbox, note, linkToBroadcast, onSent, whom, source, who } = props;
  const { timeZone, rights } = useSession();
  const mayWrite = maySend(rights);
  const [isTried, setTried] = useState(false);
  /** When the sheet was opened; null: it is closed. */
  const [checkedAt, setCheckedAt] = useState<number | null>(null);
  const [again, setAgain] = useState(false);
  const isPlanned = wish.isAimed && unknownPlaceholders(letter.message).length === 0;
  const trouble = troubleOf(letter.later, nowIn(timeZone, new Date()));
  const isTimed = letter.later !== null && Object.keys(trouble).length === 0;
  const body = isTimed ? { ...wish.body, sendAt: sendAtOf(letter.later) } : wish.body;
  const planned = usePlan(body, again, isPlanned);
  const { query, plan, isCurrent } = planned;
  // What the server has against a field stands at it as well.
  const refused = troubleByField(query.error);
  const leave = (): void => {
    setCheckedAt(null);
    setAgain(false);
  };
  const { sendNow, isBusy, answer } = useSending(wish, letter.later, () => {
    leave();
    onLetter(emptyLetter);
    onSent?.();
  });
  /** Whether it may go on; otherwise it says why it may not. */
  const maySendThis = (): boolean => {
    const isNobody = isCurrent && plan !== undefined && plan.queued + plan.told === 0;
    // The time may have passed since it was drawn.
    const { day, time } = troubleOf(letter.later, nowIn(timeZone, new Date()));
    const reason = wish.whyNot ?? day ?? time ?? (isNobody ? sendWords.nobody : undefined);
    setTried(reason !== undefined);
    if (reason !== undefined) toastError(toasts.errorTitle, reason);
    return reason === undefined;
  };
  const press = (): void => {
    if (!maySendThis()) return;
    setCheckedAt(Date.now());
    void query.refetch();
  };
  const sendChecked = (): void => {
    if (maySendThis()) void sendNow(again);
    else leave();
  };
  // What is looked at now was counted now.
  const checked = { ...planned, isCurrent: isCurrent && query.dataUpdatedAt >= (checkedAt ?? 0) };
  const isBlank = letter.message.trim() === '';
  const footer = (
    <>
      {clearOutbox}
      <Button
        leftSection={<IconSend size={16} stroke={1.6} aria-hidden />}
        disabled={!mayWrite}
        onClick={press}
      >
        {isCurrent && plan && plan.queued > 0 && !isBlank ? sendWords.sendTo(plan.queued) : sendWords.send}
      </Button>
    </>
  );
  return (
    <Panel title={title} closeLabel={commonWords.close} onClose={onClose} footer={footer}>
      {answer && <Done answer={answer} link={linkToBroadcast(answer.broadcastID)} />}
      {whoField(isTried)}
      <TemplateField
        letter={letter}
        onChange={onLetter}
        onTemplates={onTemplates}
        error={isTried && isTemplateNeeded && letter.templateID === null ? fieldMessages.template : undefined}
      />
      <MessageField
        value={letter.message}
        mayWrite={mayWrite}
        hasMedia={letter.media !== ''}
        values={values}
        onChange={(message) => onLetter({ message })}
        error={isTried && isBlank ? sendWords.messageRequired : refused.message}
      />
      {!isBlank && howOften}
      {plan && mayWrite && (
        <WindowsNote windows={plan.windows} {...{ letter, onTemplates }} onChange={onLetter} />
      )}
      {mayWrite && (
        <WhenField
          later={letter.later}
          onChange={(later) => onLetter({ later })}
          trouble={{ day: refused.sendAt, ...(isTried ? trouble : {}) }}
        />
      )}
      <Preview
        letter={letter}
        plan={plan}
        mayWrite={mayWrite}
        onRemoveMedia={() => onLetter({ media: '' })}
      />
      {query.error && isPlanned && <PlanTrouble query={query} />}
      {plan && !query.error && <Reach plan={plan} source={source} />}
      {note}
      <SendSheet
        {...{ letter, whom, source, who, again, isBusy }}
        planned={checked}
        isOpen={checkedAt !== null}
        onAgain={setAgain}
        onSend={sendChecked}
        onClose={leave}
      />
    </Panel>
  );
}
