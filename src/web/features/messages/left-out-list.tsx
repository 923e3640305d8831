import { Checkbox } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReasonCode } from '#shared/messages/reasons.ts';
import { has } from '#shared/people/rights.ts';
import { dayIn, formatDay } from '#shared/time/dates.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import { useSession } from '../../lib/session.ts';
import { usePages } from '../../lib/use-pages.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { AddNumber } from './add-number.tsx';
import { type Person, type Plan, type PlanBody, peoplePages } from './api.ts';
import classes from './people.module.css';
import { Children, VirtualRows } from './people-list.tsx';
import { leftOutRow, payerOf } from './rules.ts';

/** These reasons can be resolved by a correct number. */
const lacksNumber: readonly (string | null)[] = ['noNumber', 'unreadNumber'] satisfies ReasonCode[];

type RowProps = { person: Person; isChosen: boolean; onChoose: (at: number) => void };

function Row({ person, isChosen, onChoose }: RowProps) {
  const { rights, timeZone } = useSession();
  const sayNumber = useSayNumber();
  const { at, since, reasonCode, children } = person;
  const [child] = children;
  const isMendable = lacksNumber.includes(reasonCode) && has(rights, 'edit');
  return (
    <div className={classes.leftOut} data-chosen={isChosen || undefined}>
      <button type="button" aria-pressed={isChosen} onClick={() => onChoose(at)}>
        <NameText text={payerOf(person) || sayNumber(person.number) || sendWords.nameless} />
        <small>
          <Children person={person} />
        </small>
      </button>
      {isMendable && child?.billID != null && (
        <AddNumber billID={child.billID} name={payerOf(person) || sendWords.nameless} typed={person.number} />
      )}
      {since !== null && <small>{sendWords.since(formatDay(dayIn(timeZone, new Date(since))))}</small>}
    </div>
  );
}

type Props = {
  body: PlanBody | undefined;
  plan: Pick<Plan, 'leftOut' | 'reasons' | 'alreadySent'> | undefined;
  chosen: number | undefined;
  onChoose: (at: number) => void;
  /** Whether those who already got this message get it again. */
  again: boolean;
  /** Absent without the right to send. */
  onAgain: ((again: boolean) => void) | undefined;
};

/** Pixels. On a phone a row must be high enough for a thumb. */
const rowHeights = { desk: 28, phone: 44 };

type ListProps = Pick<Props, 'chosen' | 'onChoose'> & { body: PlanBody; plan: NonNullable<Props['plan']> };

function List({ body, plan, chosen, onChoose }: ListProps) {
  const { at, see, error, isFetching, refetch } = usePages<Person>(peoplePages(body, 'leftOut'));
  const { reasons, leftOut } = plan;
  const isPhone = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  if (error) {
    return (
      <ErrorAlert
        isInset
        message={sentenceOf(error)}
        tryAgain={commonWords.tryAgain}
        onTryAgain={() => void refetch()}
        isTrying={isFetching}
      />
    );
  }
  return (
    <VirtualRows
      key={String(isPhone)}
      count={leftOut + reasons.length}
      height={isPhone ? rowHeights.phone : rowHeights.desk}
      onSight={see}
    >
      {(index) => {
        const row = leftOutRow(index, reasons);
        if ('head' in row) {
          const { reason = '', count = 0 } = reasons[row.head] ?? {};
          return (
            <h4 className={classes.reason}>
              <span title={reason}>{reason}</span>
              <span>{count.toLocaleString('en-US')}</span>
            </h4>
          );
        }
        const person = at(row.at);
        return person && <Row person={person} isChosen={person.at === chosen} onChoose={onChoose} />;
      }}
    </VirtualRows>
  );
}

/** Lists the people who are left out, grouped by reason. A missing number can be added here. */
export function LeftOutList(props: Props) {
  const { body, plan, again, onAgain } = props;
  return (
    <section className={classes.out} aria-label={sendWords.leftOutTitle} data-testid="left-out-list">
      <header className={classes.head}>
        <h3>{sendWords.leftOutTitle}</h3>
        <b data-warns={(plan?.leftOut ?? 0) > 0 || undefined} data-testid="left-out-count">
          {plan?.leftOut.toLocaleString('en-US') ?? '–'}
        </b>
      </header>
      {plan && plan.alreadySent > 0 && onAgain && (
        <Checkbox
          className={classes.again}
          size="xs"
          label={sheetWords.again(plan.alreadySent)}
          checked={again}
          onChange={(event) => onAgain(event.currentTarget.checked)}
        />
      )}
      {body && plan && plan.leftOut > 0 && <List {...props} body={body} plan={plan} />}
      {plan?.leftOut === 0 && <p className={classes.hint}>{sendWords.leftOutNone}</p>}
    </section>
  );
}
