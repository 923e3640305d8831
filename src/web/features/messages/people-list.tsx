import { ActionIcon, Skeleton } from '@mantine/core';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { sendWords } from '#shared/words/sending.ts';
import { useMoney } from '../../lib/use-money.ts';
import { type Sight, usePages } from '../../lib/use-pages.ts';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { type Person, type PlanBody, peoplePages } from './api.ts';
import classes from './people.module.css';
import { childrenOf, payerOf } from './rules.ts';

/** Lists the children of a number with their classes, on one line. */
export function Children({ person }: { person: Person }) {
  return childrenOf(person).map(({ name, place }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two children may have the same name
    <span key={index}>
      {index > 0 && ', '}
      {name && <bdi>{name}</bdi>}
      {name && place && ' '}
      {place}
    </span>
  ));
}

type RowProps = { person: Person; isChosen: boolean; onChoose: (at: number) => void };

function Row({ person, isChosen, onChoose }: RowProps) {
  const { at, payable: asked } = person;
  const money = useMoney();
  return (
    <button type="button" className={classes.person} aria-pressed={isChosen} onClick={() => onChoose(at)}>
      <span className={classes.who}>
        <NameText text={payerOf(person) || sendWords.nameless} className={classes.name} />
        <small>
          <Children person={person} />
        </small>
      </span>
      {asked !== null && <span className={classes.asked}>{money.say(asked)}</span>}
    </button>
  );
}

/** The number of rows below the visible ones that are loaded early. */
const ahead = 20;

type RowsProps = {
  count: number;
  height: number;
  /** The index of the row to scroll into view. */
  shown?: number | undefined;
  onSight: (sight: Sight) => void;
  /** Renders the row at an index. Returns undefined while the row is loading. */
  children: (index: number) => ReactNode;
};

/** Virtual list: only the visible rows and a few beside them are rendered. */
export function VirtualRows({ count, height, shown, onSight, children }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 6,
  });
  const inPage = rows.getVirtualItems();
  const [first, last] = [inPage[0]?.index ?? 0, inPage.at(-1)?.index ?? 0];
  useLayoutEffect(() => onSight({ first, last: last + ahead }), [onSight, first, last]);
  const { scrollToIndex } = rows;
  useEffect(() => {
    if (shown !== undefined) scrollToIndex(shown);
  }, [shown, scrollToIndex]);
  const arrows = useArrowKeys({ count, rows });
  return (
    <div ref={scroller} className={classes.scroller}>
      <ul {...arrows} className={classes.rows} style={{ height: rows.getTotalSize() }}>
        {inPage.map(({ index, start, size }) => {
          const row = children(index);
          return (
            // `data-row` is set only when the row is loaded, because the arrow keys wait for this attribute.
            <li key={index} data-row={row ? index : undefined} style={{ top: start, height: size }}>
              {row ?? <Skeleton height={size / 2} mx={16} my={size / 4} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type Props = {
  /** The body of the preview. Undefined while no recipients are chosen. */
  body: PlanBody | undefined;
  count: number | undefined;
  chosen: number | undefined;
  onChoose: (at: number) => void;
};

const rowHeight = 48;

function List({ body, search, chosen, onChoose }: Props & { body: PlanBody; search: string }) {
  const { at, see, count, error, isFetching, refetch, isOld } = usePages<Person>(
    peoplePages(body, 'gets', search),
  );
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
  if (count === 0)
    return <p className={classes.hint}>{search === '' ? sendWords.getsNone : sendWords.noMatch}</p>;
  return (
    <div className={classes.list} aria-busy={isOld} data-old={isOld || undefined}>
      <VirtualRows
        count={count ?? 0}
        height={rowHeight}
        shown={search === '' ? chosen : undefined}
        onSight={see}
      >
        {(index) => {
          const person = at(index);
          return person && <Row person={person} isChosen={person.at === chosen} onChoose={onChoose} />;
        }}
      </VirtualRows>
    </div>
  );
}

/** Lists the recipients with their payable amounts. A press on a recipient shows the message to this recipient. */
export function RecipientList(props: Props) {
  const { body, count } = props;
  const [search, setSearch] = useState('');
  const [isSearching, setSearching] = useState(false);
  const toggle = (): void => {
    setSearching(!isSearching);
    setSearch('');
  };
  return (
    <section className={classes.gets} aria-label={sendWords.gets}>
      <header className={classes.head}>
        <h3>{sendWords.gets}</h3>
        <b data-testid="gets-count">{count?.toLocaleString('en-US') ?? '–'}</b>
        <ActionIcon
          aria-label={sendWords.searchGets}
          aria-pressed={isSearching}
          disabled={body === undefined}
          onClick={toggle}
        >
          <IconSearch size={18} stroke={1.6} />
        </ActionIcon>
      </header>
      {isSearching && (
        <div className={classes.search}>
          <SearchBox
            label={sendWords.searchGets}
            clearLabel={commonWords.clearSearch}
            value={search}
            onSearch={setSearch}
          />
        </div>
      )}
      {body ? (
        <List {...props} body={body} search={search} />
      ) : (
        <p className={classes.hint}>{sendWords.chooseFirst}</p>
      )}
    </section>
  );
}
