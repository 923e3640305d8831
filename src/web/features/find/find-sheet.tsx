import { Modal, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { tokenOfLink } from '#shared/people/parent-link.ts';
import { commonWords, findWords } from '#shared/words/screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import classes from './find-sheet.module.css';
import { marksIn, partOf, placeAfter } from './rules.ts';

export type FoundItem = {
  key: string;
  /** The billing that contains the item, or the item itself if it is a billing. */
  groupID?: number | undefined;
  icon: ReactNode;
  title: string;
  /** The parts of the text below the title. Each part has its own text direction. */
  detail: readonly string[];
  side?: ReactNode;
  onOpen: () => void;
  onChat?: (() => void) | undefined;
};
export type FoundSection = {
  title: string;
  items: FoundItem[];
  /** Whether there may be further matches. */
  isMore: boolean;
};

type Props = {
  text: string;
  onText: (text: string) => void;
  sections: readonly FoundSection[];
  /** Whether the results belong to an earlier search text. */
  isOld: boolean;
  /** Whether the search found nothing. */
  isNothing: boolean;
  onClose: () => void;
};

function Marked({ text, wanted }: { text: string; wanted: string }) {
  return marksIn(text, wanted).map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  );
}

function ResultContent({ item, wanted }: { item: FoundItem; wanted: string }) {
  return (
    <>
      <span className={classes.icon}>{item.icon}</span>
      <NameText text={item.title} className={classes.title} />
      <span className={classes.detail}>
        {item.detail.map((part, place) => (
          <Fragment key={part}>
            {place > 0 && ' · '}
            <bdi>
              <Marked text={part} wanted={wanted} />
            </bdi>
          </Fragment>
        ))}
      </span>
      <span className={classes.side}>{item.side}</span>
    </>
  );
}

/** A row that the arrow keys can choose: a result, or the button that shows all results of its kind. */
type Choice = Pick<FoundItem, 'key' | 'onOpen' | 'onChat'> & { item?: FoundItem; hidden?: number };
type ShownKind = { title: string; count: string; choices: Choice[] };

/** The first few results of each kind. Once the user has pressed the button of a kind, all its results. */
function useShownKinds(sections: readonly FoundSection[], text: string): ShownKind[] {
  const [expanded, setExpanded] = useState<{ of: string; titles: string[] }>({ of: text, titles: [] });
  const titles = expanded.of === text ? expanded.titles : [];
  return sections
    .filter(({ items }) => items.length > 0)
    .map(({ title, items, isMore }) => {
      const { shown, hidden } = partOf(items, titles.includes(title));
      const all = isMore ? findWords.atLeast(items.length) : String(items.length);
      const choices: Choice[] = shown.map((item) => ({ ...item, item }));
      const showAll = (): void => setExpanded({ of: text, titles: [...titles, title] });
      if (hidden > 0) choices.push({ key: `more-${title}`, hidden, onOpen: showAll });
      return { title, count: hidden > 0 ? findWords.some(shown.length, all) : all, choices };
    });
}

type RowProps = { choice: Choice; id: string; isOn: boolean; wanted: string; onPoint: () => void };

function Row({ choice: { item, hidden = 0, onOpen }, id, isOn, wanted, onPoint }: RowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOn) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isOn]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the focused field handles the keys for the chosen row
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isOn}
      tabIndex={-1}
      className={classes.row}
      onClick={onOpen}
      onMouseMove={onPoint}
    >
      {item ? (
        <ResultContent item={item} wanted={wanted} />
      ) : (
        <b className={classes.more}>{findWords.showMore(hidden)}</b>
      )}
    </div>
  );
}

/** The search field for everything, with the results by kind. Arrow keys, Enter and Ctrl+Enter choose and open them. */
export function FindSheet({ text, onText, sections, isOld, isNothing, onClose }: Props) {
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const listID = useId();
  const kinds = useShownKinds(sections, text);
  const choices = kinds.flatMap((kind) => kind.choices);
  const [chosen, choose] = useState(0);
  const at = Math.min(chosen, Math.max(0, choices.length - 1));
  const idOf = ({ key }: Choice): string => `${listID}-${key}`;
  const choice = choices[at];
  const isLink = tokenOfLink(text) !== undefined;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const next = placeAfter(event.key, { at, count: choices.length });
    if (next !== undefined) choose(next);
    else if (event.key === 'Enter' && choice)
      (event.ctrlKey && choice.onChat ? choice.onChat : choice.onOpen)();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root opened onClose={onClose} size={760} centered={false} yOffset={56} fullScreen={isNarrow}>
      <Modal.Overlay />
      <Modal.Content aria-label={findWords.title} radius={isNarrow ? 0 : undefined}>
        <div className={classes.field}>
          <IconSearch size={20} stroke={1.6} aria-hidden />
          <input
            type="search"
            role="combobox"
            aria-label={findWords.label}
            aria-expanded={choices.length > 0}
            aria-controls={listID}
            aria-activedescendant={choice && idOf(choice)}
            autoComplete="off"
            placeholder={findWords.hint}
            data-autofocus
            value={text}
            {...ownDirection(text).input}
            onChange={(event) => {
              choose(0);
              onText(event.currentTarget.value);
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.close} onClick={onClose}>
            <VisuallyHidden>{commonWords.close}</VisuallyHidden>
            <kbd aria-hidden>Esc</kbd>
          </button>
        </div>
        <div
          id={listID}
          role="listbox"
          aria-label={findWords.title}
          className={classes.list}
          aria-busy={isOld}
          data-old={isOld || undefined}
        >
          {kinds.map((kind) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
            <div key={kind.title} role="group" aria-label={kind.title}>
              <div className={classes.label} aria-hidden>
                <span>{kind.title}</span>
                <span>{kind.count}</span>
              </div>
              {kind.choices.map((one) => (
                <Row
                  key={one.key}
                  choice={one}
                  id={idOf(one)}
                  isOn={one === choice}
                  wanted={text}
                  onPoint={() => choose(choices.indexOf(one))}
                />
              ))}
            </div>
          ))}
        </div>
        <p className={classes.none} role="status">
          {isNothing && (
            <>
              <b>{isLink ? findWords.linkUnknown : findWords.none(text)}</b> {!isLink && findWords.noneHint}
            </>
          )}
        </p>
        {choices.length > 0 && (
          <footer className={classes.keys} aria-hidden>
            <span>
              <kbd>↑ ↓</kbd> {findWords.choose}
            </span>
            <span>
              <kbd>Enter</kbd> {findWords.open}
            </span>
            <span>
              <kbd>Ctrl Enter</kbd> {findWords.openChat}
            </span>
            <span className={classes.by}>{findWords.by}</span>
          </footer>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
