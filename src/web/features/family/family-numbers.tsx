/** Lists the numbers of a family. Each number has a label and a form to correct it. */
import { Autocomplete, Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { FamilyChild, FamilyNumber } from '#shared/calls/families.ts';
import { longestLabel } from '#shared/limits.ts';
import { billWords } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastFailure, undoBy } from '../../lib/toast-failure.ts';
import { inForm, useAction } from '../../lib/use-action.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { useGivenBackFocus } from '../../ui/use-given-back-focus.ts';
import { correctNumber, labelNumber, undoCorrection } from './api.ts';
import classes from './family.module.css';

type FormProps = {
  /** The number to correct. If it is empty, the form adds a number. */
  from: string;
  family: readonly FamilyChild[];
  onDone: () => void;
};

/** Undoes the correction and shows the result. */
async function takeBack(correctionID: number): Promise<void> {
  const { bills, students } = await undoCorrection(correctionID);
  if (bills + students > 0) toastDone(familyWords.undone);
  else toastError(toasts.errorTitle, familyWords.tooLate);
}

function useCorrecting({ from, onDone }: Pick<FormProps, 'from' | 'onDone'>) {
  const sayNumber = useSayNumber();
  const { isBusy, problem, run } = useAction({ showError: inForm });
  const save = (to: string, children: readonly FamilyChild[]): void =>
    void run(async () => {
      const billIDs = children.flatMap(({ bills }) => bills.map(({ id }) => id)).slice(0, 200);
      const studentIDs = children.flatMap(({ studentID }) => studentID ?? []);
      const corrected = await correctNumber({ from, to, billIDs, studentIDs });
      const { correctionID, moved, onTheirWay, isLandline } = corrected;
      const more = [isLandline && familyWords.landline, onTheirWay > 0 && familyWords.onTheirWay(onTheirWay)];
      const text = [familyWords.corrected(sayNumber(corrected.to), moved), ...more].filter(Boolean).join(' ');
      toastDone(
        text,
        undoBy(() => takeBack(correctionID)),
      );
      onDone();
    });
  return { isBusy, problem, save };
}

function CorrectionForm({ from, family, onDone }: FormProps) {
  useGivenBackFocus();
  const sayNumber = useSayNumber();
  const [to, setTo] = useState('');
  const [unticked, setUnticked] = useState<ReadonlySet<FamilyChild>>(new Set());
  const { isBusy, problem, save } = useCorrecting({ from, onDone });
  const ticked = family.filter((child) => !unticked.has(child));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (to.trim() !== '' && ticked.length > 0) save(to.trim(), ticked);
  };
  return (
    <form className={classes.form} onSubmit={submit} data-keeps-escape>
      <TextInput
        label={from === '' ? familyWords.add : familyWords.right}
        placeholder={from === '' ? undefined : sayNumber(from)}
        value={to}
        onChange={(event) => setTo(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
        error={problem}
        inputMode="tel"
        maxLength={40}
        autoFocus
      />
      {family.length > 1 && (
        <fieldset className={classes.whom}>
          <legend>{familyWords.forWhom}</legend>
          {family.map((child) => (
            <Checkbox
              key={child.regNum ?? child.name}
              label={<NameText text={child.name || billWords.noName} />}
              checked={!unticked.has(child)}
              onChange={({ currentTarget: { checked } }) => {
                const next = new Set(unticked);
                if (checked) next.delete(child);
                else next.add(child);
                setUnticked(next);
              }}
            />
          ))}
        </fieldset>
      )}
      <p>{familyWords.everywhere}</p>
      <div className={classes.buttons}>
        <Button variant="default" size="xs" onClick={onDone}>
          {commonWords.cancel}
        </Button>
        <Button type="submit" size="xs" loading={isBusy} disabled={to.trim() === '' || ticked.length === 0}>
          {commonWords.save}
        </Button>
      </div>
    </form>
  );
}

/** The label of a number. It has no Save button, and is saved when the field loses the focus. */
function LabelField({ number, label }: Pick<FamilyNumber, 'number' | 'label'>) {
  const sayNumber = useSayNumber();
  const [text, setText] = useState(label);
  const save = (next: string): void => {
    if (next.trim() === label) return;
    labelNumber(number, next.trim()).catch(toastFailure);
  };
  return (
    <Autocomplete
      size="xs"
      aria-label={familyWords.label(sayNumber(number))}
      placeholder={familyWords.labelHint}
      data={[...familyWords.labels]}
      value={text}
      onChange={setText}
      onOptionSubmit={save}
      onBlur={() => save(text)}
      onKeyDown={(event) => event.key === 'Enter' && save(text)}
      maxLength={longestLabel}
    />
  );
}

type Props = {
  numbers: readonly FamilyNumber[];
  family: readonly FamilyChild[];
  /** The children whose bills have this number, in E.164. */
  childrenOf: (number: string) => FamilyChild[];
};

export function FamilyNumbers({ numbers, family, childrenOf }: Props) {
  const sayNumber = useSayNumber();
  /** The number that is being corrected. It is empty while a number is being added. */
  const [corrected, setCorrected] = useState<string>();
  const done = (): void => setCorrected(undefined);
  return (
    <section className={classes.part} aria-label={familyWords.numbers}>
      <h3>{familyWords.numbers}</h3>
      {numbers.map(({ number, label, isOptedOut }) => (
        <div key={number} className={classes.number}>
          <div className={classes.line}>
            <span>
              {sayNumber(number)}
              {isOptedOut && <small>{familyWords.optedOut}</small>}
            </span>
            <LabelField key={label} number={number} label={label} />
            <Button
              variant="default"
              size="xs"
              aria-label={familyWords.correctOf(sayNumber(number))}
              onClick={() => setCorrected(number)}
            >
              {familyWords.correct}
            </Button>
          </div>
          {corrected === number && <CorrectionForm from={number} family={childrenOf(number)} onDone={done} />}
        </div>
      ))}
      {corrected === '' ? (
        <CorrectionForm from="" family={family} onDone={done} />
      ) : (
        family.length > 0 && (
          <button type="button" className={classes.more} onClick={() => setCorrected('')}>
            {familyWords.add}
          </button>
        )
      )}
    </section>
  );
}
