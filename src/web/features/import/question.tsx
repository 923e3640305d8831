import { useId } from 'react';
import { NameText } from '../../ui/name-text.tsx';
import classes from './question.module.css';

type Answer = { label: string; samples?: readonly string[]; isChosen: boolean; onChoose: () => void };
type Props = {
  text: string;
  hint?: string;
  /** Whether the question is not answered yet. A selected answer is then only a proposal. */
  isOpen?: boolean;
  answers: readonly Answer[];
};

/** A question about the whole file that only the user can answer. The answer stays visible and can be changed. */
export function Question({ text, hint, answers, isOpen = !answers.some((one) => one.isChosen) }: Props) {
  const id = useId();
  return (
    <fieldset className={classes.question} aria-labelledby={id} data-open={isOpen}>
      <p id={id} className={classes.text}>
        {text}
      </p>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div className={classes.answers}>
        {answers.map(({ label, samples = [], isChosen, onChoose }) => (
          <button
            key={label}
            type="button"
            className={classes.answer}
            aria-pressed={isChosen}
            onClick={onChoose}
          >
            {label}
            {samples.map((sample) => (
              <span key={sample} className={classes.sample}>
                <NameText text={sample} />
              </span>
            ))}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
