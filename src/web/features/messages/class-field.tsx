import { MultiSelect } from '@mantine/core';
import type { ClassSummary } from '#shared/calls/students.ts';
import { classWords } from '#shared/words/sending.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { type ClassChoice, type ClassDraft, labelOfSection, type Places } from './class-rules.ts';

const all = 'all';

type Option = { id: number; label: string };
type PickProps = {
  label: string;
  hint: string;
  allLabel: string;
  options: Option[];
  choice: ClassChoice;
  onChoose: (choice: ClassChoice) => void;
  error: string | undefined;
};

/** A field that chooses some entries of a list, or all entries. */
function MultiPick({ label, hint, allLabel, options, choice, onChoose, error }: PickProps) {
  const choose = (values: string[]): void => onChoose(values.includes(all) ? all : values.map(Number));
  const known = new Set(options.map(({ id }) => id));
  const value = choice === all ? [all] : choice.filter((id) => known.has(id)).map(String);
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? hint : ''}
      data={[
        ...(options.length > 0 ? [{ value: all, label: allLabel }] : []),
        // Once “all” is chosen, no other entry is offered.
        ...options
          .filter(() => choice !== all)
          .map((option) => ({ value: String(option.id), label: option.label })),
      ]}
      value={options.length > 0 ? value : []}
      onChange={choose}
      nothingFoundMessage={choice === all ? undefined : noRecords}
      maxDropdownHeight={280}
      error={error}
      searchable
      hidePickedOptions
    />
  );
}

type Props = {
  all: ClassSummary[];
  draft: ClassDraft;
  places: Places;
  onChange: (change: Partial<ClassDraft>) => void;
  isTried: boolean;
};

/** The fields that choose classes and their sections. */
export function ClassField({ all, draft, places, onChange, isTried }: Props) {
  const isMissing = (chosen: readonly unknown[]): boolean => isTried && chosen.length === 0;
  return (
    <>
      <MultiPick
        label={classWords.class}
        hint={classWords.classHint}
        allLabel={classWords.allClasses}
        options={all.map(({ id, name }) => ({ id, label: name }))}
        choice={draft.classes}
        onChoose={(classes) => onChange({ classes })}
        error={isMissing(places.classes) ? classWords.classRequired : undefined}
      />
      <MultiPick
        label={classWords.section}
        hint={classWords.sectionHint}
        allLabel={classWords.allSections}
        options={places.offered.map((section) => ({ id: section.id, label: labelOfSection(section) }))}
        choice={draft.sections}
        onChoose={(sections) => onChange({ sections })}
        error={isMissing(places.sections) ? classWords.sectionRequired : undefined}
      />
    </>
  );
}
