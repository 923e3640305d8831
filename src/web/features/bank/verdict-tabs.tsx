import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import { type KeyboardEvent, useRef } from 'react';
import type { BankMatch } from '#shared/money/bank.ts';
import { bankWords, matchWords } from '#shared/words/bank.ts';
import { useMoney } from '../../lib/use-money.ts';
import { isQuiet, isSure, type Tab } from './rules.ts';
import classes from './verdict-tabs.module.css';

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;

type Props = { tabs: readonly Tab[]; shown: BankMatch; onShow: (verdict: BankMatch) => void };

/** Shows one tab for each verdict, with the count and sum of its rows. The tabs add up to the whole file. */
export function MatchTabs({ tabs, shown, onShow }: Props) {
  const { say } = useMoney();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex(({ match: verdict }) => verdict === shown);
    const next = (at + step + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (tab) onShow(tab.match);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={bankWords.matches}
      className={classes.tabs}
      style={{ '--tabs': tabs.length } as object}
      onKeyDown={onKeyDown}
    >
      {tabs.map(({ match: verdict, lines, sum }) => (
        <button
          key={verdict}
          type="button"
          role="tab"
          aria-selected={verdict === shown}
          tabIndex={verdict === shown ? 0 : -1}
          className={classes.tab}
          data-quiet={isQuiet(verdict) || undefined}
          data-warns={(!isQuiet(verdict) && !isSure(verdict) && lines.length > 0) || undefined}
          onClick={() => onShow(verdict)}
        >
          <span>
            {isSure(verdict) ? <IconCheck {...icon} /> : !isQuiet(verdict) && <IconAlertTriangle {...icon} />}
            {matchWords[verdict]}
          </span>{' '}
          <b>{lines.length.toLocaleString('en-US')}</b> <small>{say(sum)}</small>
        </button>
      ))}
    </div>
  );
}
