/** One line of the check: the number of rows, their problem, and the answers for all of them. */
import { Button } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import { type ReactNode, useId } from 'react';
import { Words } from '../../ui/name-text.tsx';
import classes from './problem-line.module.css';

const signs = {
  question: IconHelpCircle,
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  done: IconCheck,
} as const;

export type LineLevel = keyof typeof signs;

export type LineAnswer = {
  label: string;
  isPressed: boolean;
  /** Shown filled, because it is the likeliest answer. */
  isFilled?: boolean;
  /** A button that only shows the rows has no state, and is the first to shrink. */
  isWay?: boolean;
  onPress: () => void;
};

type Props = {
  level: LineLevel;
  /** Absent if the text includes it. */
  count?: number;
  text: string;
  hint: string;
  /** Its rows are shown in the list. */
  isChosen: boolean;
  /** Absent if the line has no rows of its own. */
  onChoose?: (() => void) | undefined;
  answers: readonly LineAnswer[];
};

export function ProblemLine({ level, count, text, hint, isChosen, onChoose, answers }: Props) {
  const id = useId();
  const Sign = signs[level];
  const about: ReactNode = (
    <>
      <Sign size={16} stroke={1.8} aria-hidden />
      {count !== undefined && <b>{count.toLocaleString('en-US')} </b>}
      <span className={classes.text}>
        <span id={id}>
          <Words text={text} />
        </span>
        {hint && (
          <small>
            {' '}
            <Words text={hint} />
          </small>
        )}
      </span>
    </>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not lay out a fieldset as a grid
    <div
      role="group"
      className={classes.line}
      data-level={level}
      data-chosen={isChosen || undefined}
      aria-labelledby={id}
      data-testid="problem-line"
    >
      {onChoose ? (
        <button
          type="button"
          className={classes.about}
          aria-pressed={isChosen}
          title={`${text}${hint && `: ${hint}`}`}
          onClick={onChoose}
        >
          {about}
        </button>
      ) : (
        <div className={classes.about}>{about}</div>
      )}
      <div className={classes.answers}>
        {answers.map(({ label, isPressed, isFilled = false, isWay = false, onPress }) => (
          <Button
            key={label}
            size="xs"
            variant={isFilled ? 'filled' : level === 'done' ? 'subtle' : 'default'}
            className={classes.answer}
            data-way={isWay || undefined}
            aria-pressed={isWay ? undefined : isPressed}
            leftSection={isPressed && !isWay && <IconCheck size={14} stroke={2.2} aria-hidden />}
            onClick={onPress}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}
