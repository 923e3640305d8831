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
import type { Mended, MendItem } from '#shared/calls/mending.ts';
import { formatInstant } from '#shared/dates.ts';
import { type MendKind, mendKinds } from '#shared/mend-kinds.ts';
import { mendWords } from '#shared/words/outbox.ts';
import { MessageState } from '../../lib/message-state.tsx';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { outboxActions, useBusy } from './acts.ts';
import type { LinkToPaper } from './links.ts';
import classes from './mend-list.module.css';
import { MendRow } from './mend-row.tsx';

const icons: Record<MendKind, Icon> = {
  correct: IconPencil,
  later: IconClock,
  call: IconPhone,
  notOnWhatsApp: IconBan,
  rewrite: IconMessagePlus,
  ask: IconHelpCircle,
};

type MendData = AnswerOf<'GET /Outbox/Runs/:id/ToMend'>;

/** Shows the result for a message whose problem was solved. It replaces the row of the message. */
function SolvedRow({ mended }: { mended: Mended }) {
  const { timeZone } = useSession();
  const say = useSayNumber();
  const { name, instead, told } = mended;
  return (
    <li className={classes.done} data-testid="mended">
      <NameText text={name || say(instead?.number ?? '')} />
      <span>
        {instead && mendWords.correctedTo(say(instead.number))}
        {told && mendWords.toldBy(told.by, formatInstant(told.at, timeZone))}
      </span>
      {instead && <MessageState state={instead.status} />}
    </li>
  );
}

function TryAll({ items }: { items: readonly MendItem[] }) {
  const { isBusy, act } = useBusy();
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={isBusy}
      onClick={() => act(() => outboxActions.retryIDs(items.map(({ id }) => id)))}
    >
      {items.length === 1 ? mendWords.tryOne : mendWords.tryAll(items.length)}
    </Button>
  );
}

type GroupProps = {
  kind: MendKind;
  items: readonly MendItem[];
  mended: readonly Mended[];
  /** Says how many messages will be retried automatically, and when. */
  again: string;
  onOpen: (item: MendItem) => void;
  paper: LinkToPaper;
};

/** Lists the failed messages that need the same action, and those that are already solved. */
function Group({ kind, items, mended, again, onOpen, paper }: GroupProps) {
  const Shape = icons[kind];
  return (
    <div className={classes.group} data-testid={`mend-${kind}`}>
      <header className={classes.groupHead}>
        <Shape size={16} stroke={1.6} aria-hidden />
        <h4>{mendWords.kinds[kind]}</h4>
        <small>{[mendWords.why[kind], again].filter(Boolean).join(' · ')}</small>
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
  kind?: MendKind | undefined;
  onOpen: (item: MendItem) => void;
  paper: LinkToPaper;
  /** Renders a link to all failures. It is used if the list is not complete. */
  allFailed: (text: string) => ReactNode;
};

/** Lists the failures of one send, grouped by what a person can do about them. */
export function MendList({ data, kind: only, onOpen, paper, allFailed }: Props) {
  const { timeZone } = useSession();
  const { count, items, mended, again } = data;
  const retryNote =
    again.count > 0 && again.at !== null
      ? mendWords.again(again.count, formatInstant(again.at, timeZone))
      : '';
  const kindOfMended = ({ told }: Mended): MendKind => (told ? 'call' : 'correct');
  const groups = mendKinds
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
    <section className={classes.todo} aria-label={mendWords.title(shown)}>
      <header className={classes.head}>
        <h3>{shown > 0 ? mendWords.title(shown) : mendWords.allMended}</h3>
        {mended.length > 0 && <small className={classes.mended}>{mendWords.mended(mended.length)}</small>}
        {count > 0 && <small className={classes.explained}>{mendWords.explained}</small>}
      </header>
      {groups.map((group) => (
        <Group key={group.kind} {...group} onOpen={onOpen} paper={paper} />
      ))}
      {items.length < count && (
        <p className={classes.listed}>{allFailed(mendWords.listed(items.length, count))}</p>
      )}
    </section>
  );
}
