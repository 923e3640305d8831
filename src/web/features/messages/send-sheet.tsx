import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { promiseWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { scheduleWords, sendWords, sheetWords } from '#shared/words/sending.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { isMarketing, useApprovals } from '../../lib/approvals.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useByHand } from '../../lib/sender.ts';
import { useSession } from '../../lib/session.ts';
import { isUnchanged } from '../../lib/templates.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { AlteredLines } from './altered-codes.tsx';
import type { Plan } from './api.ts';
import { LeftOut } from './left-out.tsx';
import { OutdatedLine } from './outdated.tsx';
import {
  countFilteredOut,
  isStartOfCount,
  isTyped,
  type MessageContent,
  mustBeTyped,
  type Who,
} from './rules.ts';
import classes from './send-sheet.module.css';
import type { Planned } from './use-message.ts';
import { type Later, nowIn, sayLater } from './when.ts';
import { sayEnd } from './window-rules.ts';
import { DeliveryNote } from './windows.tsx';

/** The typed text, and the count for which it was typed. If the count changes, the text is no longer valid. */
type Typed = { text: string; count: number };

function TypeNumber({
  count,
  typed,
  onType,
}: {
  count: number;
  typed: Typed;
  onType: (typed: Typed) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  // The field appears only when the preview is loaded, which may be after the sheet has opened.
  useEffect(() => field.current?.focus(), []);
  const isOld = typed.text !== '' && typed.count !== count;
  const text = isOld ? '' : typed.text;
  const isWrong = !isOld && !isStartOfCount(text, count);
  return (
    <TextInput
      ref={field}
      label={sheetWords.type(count)}
      inputMode="numeric"
      autoComplete="off"
      data-autofocus
      value={text}
      error={isOld ? sheetWords.typeAnew : isWrong && sheetWords.typedWrong(count)}
      onChange={(event) => onType({ text: event.currentTarget.value, count })}
    />
  );
}

function SampleMessage({ content, plan }: { content: MessageContent; plan: Plan }) {
  const sayNumber = useSayNumber();
  const sample = plan.samples.find(({ kind }) => kind !== 'missing');
  if (!sample) return null;
  return (
    <section className={classes.arrives}>
      <h3>
        {sheetWords.arrives} · <bdi>{sample.name || sayNumber(sample.number)}</bdi>
      </h3>
      <div className={classes.phone} data-testid="sheet-preview">
        <Bubble
          words={mediaWords}
          side="out"
          text={sample.text}
          media={content.media}
          mediaLabel={sendWords.media}
        />
      </div>
    </section>
  );
}

/** The kind of recipients: bills or students. */
type Source = keyof typeof sheetWords.from;

export type Checked = {
  content: MessageContent;
  /** Names the recipients, as the user chose them. */
  recipients: ReactNode;
  source: Source;
  /** The audience. It decides how the bills that are left out are named. */
  who: Who;
};

type FiguresProps = Checked & { plan: Plan; again: boolean; onAgain: (again: boolean) => void };

/** Says when the send begins, how long it takes, and when it ends if it takes longer than a day. */
function sayTime(later: Later | null, plan: Plan, timeZone: string) {
  const now = new Date();
  const { day } = nowIn(timeZone, now);
  const { seconds, heldUntil } = plan;
  const ends = sayEnd(plan, { later, timeZone, now });
  const about = { takes: sheetWords.takes(seconds), ends };
  if (heldUntil !== null)
    return { begins: scheduleWords.held(sayLater(nowIn(timeZone, new Date(heldUntil)), day)), ...about };
  return { begins: later ? scheduleWords.begins(sayLater(later, day)) : undefined, ...about };
}

/** Warns if WhatsApp has put the template into the marketing category, which is more expensive. */
function MarketingNote({ content }: { content: MessageContent }) {
  const { isNeeded, ready, approvalOf } = useApprovals();
  const template = ready.find(({ id }) => id === content.templateID);
  if (!isNeeded || !template || !isUnchanged(content, template)) return null;
  if (!isMarketing(approvalOf(template.id))) return null;
  return <p className={classes.aside}>{sheetWords.marketing}</p>;
}

function Figures({ content, recipients, source, who, plan, again, onAgain }: FiguresProps) {
  const { queued, families, bills, alreadySent: told, severalDates, promised } = plan;
  // Only a scheduled reminder leaves out families with a promise to pay. A reminder that is sent now does not.
  const isHeld = content.later !== null && (who === 'unpaid' || who === 'overdue');
  const asides = countFilteredOut(plan, who);
  const { timeZone } = useSession();
  // The duration of sending by hand cannot be estimated.
  const isByHand = useByHand();
  const time = sayTime(content.later, plan, timeZone);
  return (
    <>
      <div>
        <p className={classes.whom}>{recipients}</p>
        <p className={classes.count} aria-live="polite">
          {sheetWords.messages(queued)}
        </p>
        <p className={classes.sub}>
          {sheetWords.to(families)}, {sheetWords.from[source](bills)}
          {queued > 0 && !isByHand && time.takes && ` · ${time.takes}`}
        </p>
        {queued > 0 && time.begins && <p className={classes.begins}>{time.begins}</p>}
        {queued > 0 && !isByHand && time.ends && <p className={classes.begins}>{time.ends}</p>}
        {plan.windows && <DeliveryNote windows={plan.windows} />}
        <MarketingNote content={content} />
      </div>
      {told > 0 && (
        <Checkbox
          className={classes.again}
          label={sheetWords.again(told)}
          checked={again}
          onChange={(event) => onAgain(event.currentTarget.checked)}
        />
      )}
      <LeftOut {...plan} />
      {promised > 0 && (
        <p className={classes.aside}>
          {promiseWords.inSend(promised)} {isHeld && promiseWords.leftOutOfSend}
        </p>
      )}
      {severalDates > 0 && <p className={classes.aside}>{sheetWords.severalDates(severalDates)}</p>}
      <OutdatedLine {...{ content, plan }} className={classes.aside} />
      <AlteredLines altered={plan.altered} className={classes.aside} />
      {asides.map(({ kind, count }) => (
        <p key={kind} className={classes.aside}>
          {sheetWords.filteredOut[kind](count)}
        </p>
      ))}
      <SampleMessage content={content} plan={plan} />
    </>
  );
}

type Props = Checked & {
  isOpen: boolean;
  isBusy: boolean;
  planned: Planned;
  again: boolean;
  onAgain: (again: boolean) => void;
  onSend: () => void;
  onClose: () => void;
};

/**
 * The confirmation before a send. It shows how many messages are sent, who gets them, and who is left out for which
 * reason. The send does exactly what is shown.
 */
export function SendSheet(props: Props) {
  const { isOpen, isBusy, planned, again, onAgain, onSend, onClose, ...checked } = props;
  const { query, plan, isCurrent } = planned;
  const [typed, setTyped] = useState<Typed>({ text: '', count: 0 });
  const queued = plan?.queued ?? 0;
  const Icon = checked.content.later ? IconClock : IconSend;
  const needsTyping = mustBeTyped(queued);
  const isConfirmed = !needsTyping || (typed.count === queued && isTyped(typed.text, queued));
  const close = (): void => {
    setTyped({ text: '', count: 0 });
    onClose();
  };
  return (
    <Sheet
      cancelLabel={commonWords.cancel}
      title={sheetWords.title}
      isOpen={isOpen}
      onClose={close}
      onSubmit={onSend}
      submitLabel={checked.content.later ? scheduleWords.schedule(queued) : sendWords.sendTo(queued)}
      submitIcon={<Icon size={16} stroke={1.6} aria-hidden />}
      isAllowed={isCurrent && queued > 0 && isConfirmed}
      isBusy={isBusy}
      hasField={needsTyping}
    >
      <Loaded query={{ ...query, data: plan }} waiting={<Skeleton height={200} />}>
        {(plan) => (
          <div className={classes.sheet} aria-busy={!isCurrent}>
            <Figures {...checked} plan={plan} again={again} onAgain={onAgain} />
            {needsTyping && <TypeNumber count={queued} typed={typed} onType={setTyped} />}
          </div>
        )}
      </Loaded>
    </Sheet>
  );
}
