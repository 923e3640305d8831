import { useLayoutEffect, useRef, useState } from 'react';
import { isLineOfChild } from '#shared/messages/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { messageWords } from '#shared/words/templates.ts';
import classes from './message-field.module.css';
import { type DrawnPart, partsOfLine } from './message-text.ts';

/** A part of the text in the same font as the field. Both texts must break their lines at the same characters. */
function Part({ part }: { part: DrawnPart }) {
  const { raw, value, isUnknown, isSign, marks } = part;
  return (
    <span
      className={value && classes.value}
      data-label={value && sendWords.chips[value]}
      data-unknown={isUnknown}
      data-sign={isSign}
      data-bold={marks.includes('bold') || undefined}
      data-italic={marks.includes('italic') || undefined}
      data-strike={marks.includes('strike') || undefined}
    >
      {raw}
    </span>
  );
}

/** The free width after the text in the last row of a line, in pixels. */
function freeWidthAfter(line: HTMLElement): number {
  const range = document.createRange();
  range.selectNodeContents(line);
  const rects = [...range.getClientRects()];
  const box = line.getBoundingClientRect();
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  const last = rects.filter((rect) => rect.bottom > bottom - rect.height / 2);
  const isFromRight = getComputedStyle(line).direction === 'rtl';
  return isFromRight
    ? Math.min(...last.map((rect) => rect.left)) - box.left
    : box.right - Math.max(...last.map((rect) => rect.right));
}

const noteWidth = 104;

function Line({ text, isEach }: { text: string; isEach: boolean }) {
  const line = useRef<HTMLDivElement>(null);
  const [hasRoom, setRoom] = useState(false);
  // If there is no room for the note after the text, only the bar beside the line marks the line.
  useLayoutEffect(() => {
    if (isEach && line.current) setRoom(freeWidthAfter(line.current) > noteWidth);
  });
  return (
    <div
      ref={line}
      dir="auto"
      data-each={isEach || undefined}
      data-note={isEach && hasRoom ? messageWords.eachChild : undefined}
    >
      {text === '' ? (
        <br />
      ) : (
        partsOfLine(text).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change places
          <Part key={index} part={part} />
        ))
      )}
    </div>
  );
}

type Props = {
  text: string;
  /** Marks each line that names a child, because such a line is sent once for each child. */
  marksEach: boolean;
  isDisabled: boolean;
};

/**
 * The visible text of the message field. It is drawn behind the field, and the letters of the field are transparent.
 */
export function MessageBackdrop({ text, marksEach, isDisabled }: Props) {
  return (
    <div className={classes.backdrop} aria-hidden data-disabled={isDisabled || undefined}>
      {text.split('\n').map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other key
          key={index}
          text={line}
          isEach={marksEach && isLineOfChild(line)}
        />
      ))}
    </div>
  );
}

/** The position of the character at the index `at`, relative to `within`. Undefined if the backdrop is not drawn. */
export function placeInBackdrop(
  within: HTMLElement,
  text: string,
  at: number,
): { left: number; top: number } | undefined {
  const before = text.slice(0, at).split('\n');
  const line = within.querySelector(`.${classes.backdrop}`)?.children[before.length - 1];
  if (!line) return undefined;
  let rest = before.at(-1)?.length ?? 0;
  const corner = within.getBoundingClientRect();
  const rows = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = rows.nextNode(); node; node = rows.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (rest <= length) {
      const range = document.createRange();
      range.setStart(node, rest);
      const { left, bottom } = range.getBoundingClientRect();
      return { left: left - corner.left, top: bottom - corner.top };
    }
    rest -= length;
  }
  const { left, bottom } = line.getBoundingClientRect();
  return { left: left - corner.left, top: bottom - corner.top };
}
