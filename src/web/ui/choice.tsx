import { useId } from 'react';
import classes from './choice.module.css';

type Option<T extends string> = { value: T; label: string; hint: string };
type Props<T extends string> = {
  label: string;
  options: readonly Option<T>[];
  value: T;
  onChange: (value: T) => void;
};

/** A choice of a few options, each with a line that explains it. */
export function Choice<T extends string>({ label, options, value, onChange }: Props<T>) {
  const id = useId();
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={id}
            checked={option.value === value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={`${id}-${option.value}-hint`}
            onChange={() => onChange(option.value)}
          />
          <span>
            <b id={`${id}-${option.value}`}>{option.label}</b>
            <small id={`${id}-${option.value}-hint`}>{option.hint}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
