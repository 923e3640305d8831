import { use } from 'react';
import { foundAtFirst } from '#shared/limits.ts';
import { findWords } from '#shared/words/screen.ts';
import { NameText } from '../ui/name-text.tsx';
import classes from './elsewhere.module.css';
import { FindOpener } from './find-opener.ts';
import { useFound } from './use-found.tsx';

const nothing = (): void => {};

/** Shows what a search in one billing finds outside of this billing: the number of results of each kind. */
export function FoundElsewhere({ groupID, text }: { groupID: number; text: string }) {
  const openFind = use(FindOpener);
  const { sections, isOld } = useFound(text, nothing);
  const outside = sections
    .map((section) => ({ ...section, items: section.items.filter((item) => item.groupID !== groupID) }))
    .filter(({ items }) => items.length > 0);
  if (outside.length === 0) return null;
  return (
    <section
      className={classes.elsewhere}
      aria-label={findWords.elsewhere}
      aria-busy={isOld}
      data-old={isOld || undefined}
    >
      <h3>{findWords.elsewhere}</h3>
      <div className={classes.kinds}>
        {outside.map(({ title, items, isMore }) => (
          <button key={title} type="button" className={classes.kind} onClick={() => openFind(text)}>
            <span className={classes.icon}>{items[0]?.icon}</span>
            <span>{title}</span>
            <NameText
              text={[...new Set(items.slice(0, foundAtFirst).map((item) => item.title))].join(' · ')}
              className={classes.names}
            />
            <b>{isMore ? findWords.atLeast(items.length) : items.length}</b>
          </button>
        ))}
      </div>
    </section>
  );
}
