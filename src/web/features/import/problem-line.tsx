/** Shows one line of the check: the number of rows, their problem, and the answers for all these rows. */
import { Button } from '@mantine/core';
import IconAlertCircle from '@tabler/icons-react/dist/esm/icons/IconAlertCircle.mjs';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import { type ReactNode, useId, useState } from 'react';
import { Words } from '../../ui/name-text.tsx';
import classes from './problem-line.module.css';
import { TypedAnswer } from './typed-answer.tsx';

const signs = {
  question: IconHelpCircle,
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  done: IconCheck,
} as const;

type LineLevel = keyof typeof signs;

export type LineAnswer = {
  label: string;
  isPressed: boolean;
  /** Whether the button is filled, because it is the most likely answer. */
  isFilled?: boolean;
  /** Whether the button only shows the rows or undoes an answer. Such a button has no pressed state. */
  isAction?: boolean;
  onPress: () => void;
  /** A field beside the button, in which the answer can be typed. */
  field?: { label: string; placeholder: string; typed: string; onType: (text: string) => void };
};

type Props = {
  level: LineLevel;
  /** The number of rows. Undefined if the text includes the number. */
  count?: number;
  text: string;
  hint: string;
  /** Whether the list shows the rows of this line. */
  isChosen: boolean;
  /** Undefined if the line has no rows of its own. */
  onChoose?: (() => void) | undefined;
  answers: readonly LineAnswer[];
};

/** A button, with the field beside it in which its answer can be typed. A press gives what the field holds. */
function Answer({ answer, level }: { answer: LineAnswer; level: LineLevel }) {
  const { label, isPressed, isFilled = false, isAction = false, onPress, field } = answer;
  const [text, setText] = useState(field?.typed ?? '');
  const typed = text.trim();
  const isOther = field !== undefined && typed !== field.typed;
  const press = (): void => (field && (isOther || !isPressed) ? field.onType(typed) : onPress());
  return (
    <>
      <Button
        size="xs"
        variant={isFilled ? 'filled' : level === 'done' ? 'subtle' : 'default'}
        className={classes.answer}
        data-way={isAction || undefined}
        aria-pressed={isAction ? undefined : isPressed}
        leftSection={isPressed && !isAction && <IconCheck size={14} stroke={2.2} aria-hidden />}
        // The field stays focused. Otherwise leaving it would give the answer, and the press would take it back.
        onMouseDown={field && ((event) => event.preventDefault())}
        onClick={press}
      >
        {label}
      </Button>
      {field && (
        <TypedAnswer
          label={field.label}
          placeholder={field.placeholder}
          text={text}
          onText={setText}
          onGive={() => isOther && field.onType(typed)}
        />
      )}
    </>
  );
}

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
        {answers.map((answer) => (
          <Answer key={answer.label} answer={answer} level={level} />
        ))}
      </div>
    </div>
  );
}
