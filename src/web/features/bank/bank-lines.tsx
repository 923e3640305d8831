/** Lists the bank rows of one verdict. Only the visible rows are rendered. */
import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import type { ReturnKind } from '#shared/money/ledger.ts';
import { bankWords, matchLines } from '#shared/words/bank.ts';
import { useArrowKeys } from '../../ui/use-arrow-keys.ts';
import { BankLine } from './bank-line.tsx';
import classes from './bank-lines.module.css';
import { ChooseBill } from './choose-bill.tsx';
import { type Choice, type Choices, isOneByOne, type Line, type Tab, usualChoice } from './rules.ts';

type Chosen = readonly (readonly [number, Choice | undefined])[];
type Props = {
  tab: Tab;
  choices: Choices;
  onChoose: (rows: Chosen) => void;
  onTakeBack: (line: Line, kind: ReturnKind) => Promise<void>;
};

const estimatedHeight = 64;

function ColumnHeadings() {
  return (
    <div className={classes.heads} aria-hidden>
      <span />
      <span>{bankWords.day}</span>
      <span>{bankWords.row}</span>
      <span className={classes.number}>{bankWords.cameIn}</span>
      <span />
      <span>{bankWords.bill}</span>
      <span className={classes.number}>{bankWords.payable}</span>
      <span className={classes.number}>{bankWords.difference}</span>
      <span />
    </div>
  );
}

/** Explains the verdict and applies its most likely action to all rows with one press. */
function MatchHeader({ tab: { match: verdict, lines }, choices, onChoose }: Omit<Props, 'onTakeBack'>) {
  const { head, text } = matchLines[verdict];
  const usual = lines.flatMap((line) => {
    const choice = usualChoice(line);
    return choice ? [[line.row, choice] as const] : [];
  });
  const areAllTicked = usual.length > 0 && usual.every(([row]) => choices.has(row));
  const isPartPayment = verdict === 'short' || verdict === 'fineOpen';
  const isJoin = usual.length > 0 && usual.every(([, { act }]) => act === 'join');
  const words = isPartPayment ? bankWords.tickAllAsPart : isJoin ? bankWords.joinAll : bankWords.tickAll;
  return (
    <header className={classes.about}>
      <p>
        <b>{head(lines.length)}</b> <span>{text}</span>
      </p>
      {usual.length > 0 && !isOneByOne(verdict) && (
        <Button
          size="xs"
          variant="default"
          onClick={() => onChoose(areAllTicked ? usual.map(([row]) => [row, undefined]) : usual)}
        >
          {areAllTicked ? bankWords.untickAll : words(usual.length)}
        </Button>
      )}
    </header>
  );
}

export function BankLines({ tab, choices, onChoose, onTakeBack }: Props) {
  const { lines } = tab;
  const scroller = useRef<HTMLDivElement>(null);
  const [searching, setSearching] = useState<Line>();
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimatedHeight,
    getItemKey: (index) => lines[index]?.row ?? index,
    overscan: 8,
  });
  const arrows = useArrowKeys({ count: lines.length, rows });
  return (
    <>
      <MatchHeader {...{ tab, choices, onChoose }} />
      <section className={classes.table}>
        <ColumnHeadings />
        <div ref={scroller} className={classes.scroller}>
          {lines.length === 0 && <p className={classes.none}>{bankWords.noneOfIt}</p>}
          <ul {...arrows} aria-label={bankWords.list} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map(({ index, key, start }) => {
              const line = lines[index];
              if (!line) return null;
              const choice = choices.get(line.row);
              return (
                <li
                  key={key}
                  ref={rows.measureElement}
                  data-index={index}
                  data-row={index}
                  className={classes.line}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  <BankLine
                    line={line}
                    choice={choice}
                    onChoose={(next) => onChoose([[line.row, next]])}
                    onSearch={() => setSearching(line)}
                    onTakeBack={(kind) => onTakeBack(line, kind)}
                  />
                </li>
              );
            })}
          </ul>
        </div>
      </section>
      {searching && (
        <ChooseBill
          line={searching}
          onClose={() => setSearching(undefined)}
          onChoose={(bill) => {
            onChoose([[searching.row, { act: 'pay', bill, isByHand: true }]]);
            setSearching(undefined);
          }}
        />
      )}
    </>
  );
}
