/** Today: everything that needs a person's attention, shown while no billing is open. Each line leads to an action. */
import { ActionIcon, Button, Skeleton } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type KeyboardEvent, type ReactNode, useContext } from 'react';
import type { AnswerOf } from '#shared/calls/all.ts';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { maySend } from '#shared/people/rights.ts';
import { dayIn } from '#shared/time/dates.ts';
import { groupWords } from '#shared/words/bills.ts';
import { promiseWords } from '#shared/words/families.ts';
import { fixWords } from '#shared/words/outbox.ts';
import { findWords, todayWords } from '#shared/words/screen.ts';
import { sheetWords } from '#shared/words/sending.ts';
import { latestOf, nameOf, whenOf } from '../features/chat/rules.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { collectedPercent } from '../features/groups/rules.ts';
import { nameOf as nameOfSend } from '../features/outbox/rules.ts';
import { AddNumbers } from '../features/today/add-numbers.tsx';
import { todayQuery } from '../features/today/api.ts';
import { TodayBox } from '../features/today/box.tsx';
import { CollectedWeek } from '../features/today/collected-week.tsx';
import { aboutChild, newestMonth, sayInstant, sayToday } from '../features/today/rules.ts';
import classes from '../features/today/today.module.css';
import { Loaded } from '../lib/loaded.tsx';
import { useRights, useSession } from '../lib/session.ts';
import { useMoney } from '../lib/use-money.ts';
import { useSayNumber } from '../lib/use-say-number.ts';
import { NameLine, NameText } from '../ui/name-text.tsx';
import { FindOpener } from './find-opener.ts';
import { FirstSteps } from './first-steps.tsx';
import { useDesk } from './use-desk.ts';

type Answer = AnswerOf<'GET /Today'>;
type BoxProps = { today: Answer };

/** Shortcuts beside the prompt: more would leave no room for its words. */
const mostOpen = 2;

/** The prompt of the specification, with the action that is usually meant. */
function Prompt() {
  const { moves } = useDesk();
  const rights = useRights();
  const { data: groups } = useQuery(groupsQuery);
  const open = newestMonth((groups ?? []).filter(({ unpaid }) => unpaid > 0)).slice(0, mostOpen);
  return (
    <section className={classes.prompt} aria-label={groupWords.promptTitle}>
      <span className={classes.mark}>
        <IconSend size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.words}>
        <h2>{groupWords.promptTitle}</h2>
        <p>{todayWords.promptText}</p>
      </div>
      {rights.edit &&
        open.map(({ id, name, unpaid }) => (
          <Button key={id} variant="default" className={classes.unpaid} onClick={() => moves.writeTo(id)}>
            <bdi>{todayWords.unpaidOf(name)}</bdi>
            <span className={classes.soft}>&nbsp; {unpaid.toLocaleString('en-US')}</span>
          </Button>
        ))}
      {maySend(rights) && (
        <Button
          // In an empty school the filled button is that of the first upload.
          variant={groups?.length === 0 ? 'default' : 'filled'}
          aria-label={groupWords.promptTitle}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => moves.openPanel('send')}
        >
          {todayWords.newMessage}
        </Button>
      )}
    </section>
  );
}

function ToAnswer({ today: { toAnswer } }: BoxProps) {
  const { timeZone } = useSession();
  const sayNumber = useSayNumber();
  const others = toAnswer.count - toAnswer.items.length;
  const toChats = <Link to="/chats">{todayWords.openChats}</Link>;
  if (toAnswer.count === 0) return <TodayBox title={todayWords.toAnswer} nothing={todayWords.noneToAnswer} />;
  return (
    <TodayBox title={todayWords.toAnswer} count={toAnswer.count} link={toChats}>
      {toAnswer.items.map((item) => (
        <Link key={item.number} to="/chats" search={{ chat: item.number }} className={classes.row}>
          <NameText text={nameOf(item) || sayNumber(item.number)} />
          <NameText text={latestOf(item)} />
          <time dateTime={item.at}>{whenOf(item.at, new Date(), timeZone)}</time>
        </Link>
      ))}
      {others > 0 && (
        <Link to="/chats" className={classes.row} data-of="words">
          <span>{todayWords.moreToAnswer(others)}</span>
        </Link>
      )}
    </TodayBox>
  );
}

function Failures({ failures }: { failures: NonNullable<Answer['failures']> }) {
  if (failures.count === 0) return <TodayBox title={todayWords.failures} nothing={todayWords.noFailures} />;
  return (
    <TodayBox
      title={todayWords.failures}
      count={failures.count}
      tone="bad"
      link={
        <Link to="/outbox" search={{ which: 'failures' }}>
          {todayWords.fixAll}
        </Link>
      }
    >
      {failures.kinds.map(({ kind, count, names, broadcastID }) => (
        <Link
          key={kind}
          to="/outbox"
          search={{ which: 'failures', ...(broadcastID === null ? { kind } : { run: broadcastID }) }}
          className={classes.row}
        >
          <span>{fixWords.kinds[kind]}</span>
          <NameLine names={names}>
            {names.filter(Boolean).map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
              <Fragment key={at}>
                {at > 0 && ', '}
                <bdi>{name}</bdi>
              </Fragment>
            ))}
          </NameLine>
          <b>{count.toLocaleString('en-US')}</b>
        </Link>
      ))}
    </TodayBox>
  );
}

function Numberless({ today: { numberless } }: BoxProps) {
  const { moves } = useDesk();
  const { edit } = useRights();
  const money = useMoney();
  if (numberless.count === 0)
    return <TodayBox title={todayWords.numberless} nothing={todayWords.noNumberless} />;
  return (
    <TodayBox
      title={todayWords.numberless}
      count={numberless.count}
      tone="warning"
      link={
        edit && (
          <button type="button" onClick={moves.addNumbers}>
            {todayWords.addNumbers}
          </button>
        )
      }
    >
      {numberless.items.map((child) => (
        <Link
          key={child.billID}
          to="/send-messages"
          search={{ panel: 'family', member: child.billID }}
          className={classes.row}
        >
          <NameText text={child.name} />
          <NameText text={aboutChild(child)} />
          <span className={classes.soft}>{money.say(child.payable)}</span>
        </Link>
      ))}
    </TodayBox>
  );
}

function Unkept({ today: { unkept } }: BoxProps) {
  const money = useMoney();
  const sayNumber = useSayNumber();
  // On most days no promise was broken. Then the box is hidden.
  if (unkept.count === 0) return null;
  const others = unkept.count - unkept.items.length;
  return (
    <TodayBox title={promiseWords.unkeptTitle(unkept.count)} count={unkept.count} tone="warning">
      {unkept.items.map(({ promiseID, billID, number, name, day, payable }) => {
        const row = (
          <>
            <NameText text={name || sayNumber(number)} />
            <span>{promiseWords.by(day)}</span>
            <b>{money.say(payable)}</b>
          </>
        );
        return billID === null ? (
          <Link key={promiseID} to="/chats" search={{ chat: number }} className={classes.row}>
            {row}
          </Link>
        ) : (
          <Link
            key={promiseID}
            to="/send-messages"
            search={{ panel: 'family', member: billID }}
            className={classes.row}
          >
            {row}
          </Link>
        );
      })}
      {others > 0 && <p className={classes.nothing}>{promiseWords.moreUnkept(others)}</p>}
    </TodayBox>
  );
}

const mostBillings = 4;

function BillingProgress({ group }: { group: GroupSummary }) {
  const { say, short } = useMoney();
  const { id, name, collected, outstanding } = group;
  const percent = collectedPercent(group);
  return (
    <Link
      to="/send-messages"
      search={{ billing: id }}
      className={classes.progress}
      title={groupWords.paidAndOpen(say(collected), say(outstanding))}
    >
      <NameText text={todayWords.billingPaid(name, short(collected))} />
      <b>{groupWords.paidShare(percent)}</b>
      <span className={classes.bar}>
        <span style={{ width: `${percent}%` }} />
      </span>
    </Link>
  );
}

/** The money received this week, and the progress of the billings of the newest month. */
function Collected({ today: { collected } }: BoxProps) {
  const { timeZone } = useSession();
  const { say } = useMoney();
  const { data: groups = [] } = useQuery(groupsQuery);
  const newest = newestMonth(groups);
  const { days, lastWeek } = collected;
  const sum = days.reduce((all, { amount }) => all + amount, 0);
  if (sum === 0 && lastWeek === 0)
    return <TodayBox title={todayWords.collected} nothing={todayWords.nothingCollected} />;
  const [from, to] = [days[0]?.day, days.at(-1)?.day];
  return (
    <TodayBox
      title={todayWords.collected}
      link={
        <Link to="/reports" search={{ report: 'day-book', from, to }}>
          {todayWords.payments}
        </Link>
      }
    >
      <p className={classes.sum} title={todayWords.collectedHint}>
        <b>{say(sum)}</b>
        <span>{todayWords.lastWeek(say(lastWeek))}</span>
      </p>
      <CollectedWeek days={days} today={dayIn(timeZone, new Date())} />
      {newest.slice(0, mostBillings).map((group) => (
        <BillingProgress key={group.id} group={group} />
      ))}
      {newest.length > mostBillings && (
        <p className={classes.more}>{groupWords.moreOfMonth(newest.length - mostBillings)}</p>
      )}
    </TodayBox>
  );
}

function FallingDue({ today: { falling, missing } }: BoxProps) {
  const { moves } = useDesk();
  const { add } = useRights();
  const isMissed = missing !== null && add;
  if (falling.length === 0 && !isMissed)
    return <TodayBox title={todayWords.falling} nothing={todayWords.noFalling} />;
  return (
    <TodayBox title={todayWords.falling}>
      {falling.map(({ day, kind, groupID, billing, bills }) => (
        <Link
          key={`${day} ${kind} ${groupID}`}
          to="/send-messages"
          search={{ billing: groupID, status: 'unpaid' }}
          className={classes.row}
          data-of="day"
        >
          <span>{todayWords.day(day)}</span>
          <NameText text={todayWords.fallingOn[kind](billing)} />
          <b className={kind === 'expiry' ? classes.late : undefined}>{groupWords.bills(bills)}</b>
        </Link>
      ))}
      {isMissed && (
        <button
          type="button"
          className={classes.row}
          data-of="day"
          onClick={() => moves.openPanel('new-billing')}
        >
          <span>{todayWords.day(missing.day)}</span>
          <span>{todayWords.notUploaded(missing.month, missing.year)}</span>
          <span className={classes.way}>{todayWords.upload}</span>
        </button>
      )}
    </TodayBox>
  );
}

function Sends({ today: { scheduled, sending } }: BoxProps) {
  const { timeZone } = useSession();
  const toMessages = <Link to="/outbox">{todayWords.messages}</Link>;
  const row = (run: number, of: string | undefined, children: ReactNode) => (
    <Link key={run} to="/outbox" search={{ run }} className={classes.row} data-of={of}>
      {children}
    </Link>
  );
  return (
    <>
      {sending.length > 0 && (
        <TodayBox title={todayWords.sending} link={toMessages}>
          {sending.map((send) =>
            row(
              send.broadcastID,
              undefined,
              <>
                <NameText text={nameOfSend(send)} />
                <span>{send.paused && todayWords.isPaused}</span>
                <b>{todayWords.doneOf(send.done, send.total)}</b>
              </>,
            ),
          )}
        </TodayBox>
      )}
      {scheduled.length === 0 && <TodayBox title={todayWords.scheduled} nothing={todayWords.noScheduled} />}
      {scheduled.length > 0 && (
        <TodayBox title={todayWords.scheduled} link={toMessages}>
          {scheduled.map((send) =>
            row(
              send.broadcastID,
              'instant',
              <>
                <span>{sayInstant(send.startAt, timeZone)}</span>
                <NameText text={nameOfSend(send)} />
                <b>{sheetWords.messages(send.messages)}</b>
              </>,
            ),
          )}
        </TodayBox>
      )}
    </>
  );
}

/** The up and down arrow keys move the focus through all links of the page. */
function goThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || event.defaultPrevented) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(`.${classes.row}`)];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at < 0 ? 0 : at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Boxes({ today }: BoxProps) {
  const { outbox } = useRights();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys move between the links inside
    <div className={classes.grid} onKeyDown={goThroughRows}>
      <div className={classes.column}>
        <ToAnswer today={today} />
        <Unkept today={today} />
        {today.failures && <Failures failures={today.failures} />}
        <Numberless today={today} />
      </div>
      <div className={classes.column}>
        <Collected today={today} />
        <FallingDue today={today} />
        {outbox && <Sends today={today} />}
      </div>
    </div>
  );
}

/** The students without a number, each with a field for it. */
function Numbers() {
  const { moves } = useDesk();
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <ActionIcon aria-label={todayWords.backToToday} onClick={moves.backToToday}>
          <IconArrowLeft size={20} stroke={1.6} />
        </ActionIcon>
        <h2>{todayWords.numberless}</h2>
        <p />
      </header>
      <AddNumbers />
    </div>
  );
}

export function Today() {
  const { search } = useDesk();
  const { timeZone, campuses, cId } = useSession();
  const find = useContext(FindOpener);
  const query = useQuery(todayQuery);
  const { data: groups } = useQuery(groupsQuery);
  if (search.todo === 'numbers') return <Numbers />;
  const campus = campuses.find(({ id }) => id === cId)?.name;
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <h2>{todayWords.title}</h2>
        <p>
          {sayToday(new Date(), timeZone)}
          {campus && (
            <>
              {' · '}
              <bdi>{campus}</bdi>
            </>
          )}
        </p>
        <ActionIcon className={classes.find} aria-label={findWords.title} onClick={() => find('')}>
          <IconSearch size={20} stroke={1.6} />
        </ActionIcon>
      </header>
      <Prompt />
      <Loaded query={query} waiting={<Skeleton height={240} radius="lg" mt={16} />}>
        {(today) => (
          <>
            {today.steps && <FirstSteps steps={today.steps} />}
            {/* A new school without a billing has no tasks yet. */}
            {groups?.length !== 0 && <Boxes today={today} />}
          </>
        )}
      </Loaded>
    </div>
  );
}
