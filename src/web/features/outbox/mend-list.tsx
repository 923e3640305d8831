import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import IconMessagePlus from '@tabler/icons-react/dist/esm/icons/IconMessagePlus.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { ReactNode } from 'react';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { FailureItem, FixedFailure } from '#shared/calls/send-failures.ts';
import { type FailureKind, failureKinds } from '#shared/messages/failure-kinds.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { fixWords } from '#shared/words/outbox.ts';
import { MessageState } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { outboxActions } from './acts.ts';
import type { LinkToPaper } from './links.ts';
import classes from './mend-list.module.css';
import { MendRow } from './mend-row.tsx';

const icons: Record<FailureKind, Icon> = {
  correct: IconPencil,
  later: IconClock,
  call: IconPhone,
  notOnWhatsApp: IconBan,
  rewrite: IconMessagePlus,
  ask: IconHelpCircle,
};

type MendData = AnswerOf<'GET /Outbox/Runs/:id/ToMend'>;

/** Shows the result for a message whose problem was solved. It replaces the row of the message. */
function SolvedRow({ mended }: { mended: FixedFailure }) {
  const { timeZone } = useSession();
  const say = useSayNumber();
  const { name, instead, contactedByPhone: told } = mended;
  return (
    <li className={classes.done} data-testid="mended">
      <NameText text={name || say(instead?.number ?? '')} />
      <span>
        {instead && fixWords.correctedTo(say(instead.number))}
        {told && fixWords.contactedBy(told.by, formatInstant(told.at, timeZone))}
      </span>
      {instead && <MessageState state={instead.status} />}
    </li>
  );
}

function TryAll({ items }: { items: readonly FailureItem[] }) {
  const { isBusy, run } = useAction();
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      onClick={() => void run(() => outboxActions.retryIDs(items.map(({ id }) => id)))}
    >
      {items.length === 1 ? fixWords.tryOne : fixWords.tryAll(items.length)}
    </Button>
  );
}

type GroupProps = {
  kind: FailureKind;
  items: readonly FailureItem[];
  mended: readonly FixedFailure[];
  /** Says how many messages will be retried automatically, and when. */
  again: string;
  onOpen: (item: FailureItem) => void;
  paper: LinkToPaper;
};

/** Lists the failed messages that need the same action, and those that are already solved. */
function Group({ kind, items, mended, again, onOpen, paper }: GroupProps) {
  const Shape = icons[kind];
  return (
    <div className={classes.group} data-testid={`mend-${kind}`}>
      <header className={classes.groupHead}>
        <Shape size={16} stroke={1.6} aria-hidden />
        <h4>{fixWords.kinds[kind]}</h4>
        <small>{[fixWords.why[kind], again].filter(Boolean).join(' · ')}</small>
        {kind === 'later' && items.length > 0 && <TryAll items={items} />}
        {items.length > 0 && <b>{items.length.toLocaleString('en-US')}</b>}
      </header>
      <ul>
        {items.map((item) => (
          <MendRow key={item.id} item={item} onOpen={onOpen} paper={paper} />
        ))}
        {mended.map((solved) => (
          <SolvedRow key={`${solved.id} ${solved.instead?.number}`} mended={solved} />
        ))}
      </ul>
    </div>
  );
}

type Props = {
  data: MendData;
  /** Shows only the failures that need this action. Undefined shows all failures. */
  kind?: FailureKind | undefined;
  onOpen: (item: FailureItem) => void;
  paper: LinkToPaper;
  /** Renders a link to all failures. It is used if the list is not complete. */
  allFailed: (text: string) => ReactNode;
};

/** Lists the failures of one send, grouped by what a person can do about them. */
export function MendList({ data, kind: only, onOpen, paper, allFailed }: Props) {
  const { timeZone } = useSession();
  const { count, items, fixed: mended, again } = data;
  const retryNote =
    again.count > 0 && again.at !== null
      ? fixWords.again(again.count, formatInstant(again.at, timeZone))
      : '';
  const kindOfMended = ({ contactedByPhone: told }: FixedFailure): FailureKind => (told ? 'call' : 'correct');
  const groups = failureKinds
    .map((kind) => ({
      kind,
      // Messages with a guessed number come first, because the clerk can correct them with one press.
      items: items
        .filter((item) => item.kind === kind)
        .sort((a, b) => Number(b.guess !== null) - Number(a.guess !== null)),
      mended: mended.filter((solved) => kindOfMended(solved) === kind),
      again: kind === 'later' ? retryNote : '',
    }))
    .filter((group) => only === undefined || group.kind === only)
    .filter((group) => group.items.length + group.mended.length > 0 || group.again !== '');
  const shown = only === undefined ? count : groups.reduce((sum, group) => sum + group.items.length, 0);
  return (
    <section className={classes.todo} aria-label={fixWords.title(shown)}>
      <header className={classes.head}>
        <h3>{shown > 0 ? fixWords.title(shown) : fixWords.allFixed}</h3>
        {mended.length > 0 && <small className={classes.mended}>{fixWords.fixed(mended.length)}</small>}
        {count > 0 && <small className={classes.explained}>{fixWords.explained}</small>}
      </header>
      {groups.map((group) => (
        <Group key={group.kind} {...group} onOpen={onOpen} paper={paper} />
      ))}
      {items.length < count && (
        <p className={classes.listed}>{allFailed(fixWords.listed(items.length, count))}</p>
      )}
    </section>
  );
}
