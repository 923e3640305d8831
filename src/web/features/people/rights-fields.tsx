import { Checkbox, Group, NativeSelect, SimpleGrid } from '@mantine/core';
import { type Right, type Rights, rightNames, roleNames } from '#shared/people/rights.ts';
import { peopleWords, rightWords, roleWords } from '#shared/words/people.ts';
import classes from './people.module.css';
import { choiceOf, type PersonForm, type RoleChoice, rightsIn, rightsOfChoice, withRights } from './rules.ts';

type Props = {
  campus: string;
  rights: Rights;
  onChange: (rights: Rights) => void;
};

/** The fields for the rights in one campus: a role that sets all rights, and a checkbox for each right. */
function RightsFields({ campus, rights, onChange }: Props) {
  const choice = choiceOf(rights);
  const choices: RoleChoice[] = ['none', ...roleNames, ...(choice === 'own' ? (['own'] as const) : [])];
  const choose = (next: string): void => {
    if (next !== 'own') onChange(rightsOfChoice(next as Exclude<RoleChoice, 'own'>));
  };
  const set = (right: Right, isOn: boolean): void => {
    // Every other right includes the right to view.
    const alsoView = isOn && right !== 'view' ? { view: true } : {};
    onChange({ ...rights, ...alsoView, [right]: isOn });
  };
  return (
    <fieldset className={classes.campus} aria-label={peopleWords.rightsIn(campus)}>
      <Group justify="space-between" wrap="nowrap">
        <b>
          <bdi>{campus}</bdi>
        </b>
        <NativeSelect
          aria-label={peopleWords.roleOf(campus)}
          data={choices.map((value) => ({ value, label: roleWords[value] }))}
          value={choice}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      </Group>
      <SimpleGrid cols={{ base: 2, sm: 3 }} verticalSpacing="sm">
        {rightNames.map((right) => (
          <Checkbox
            key={right}
            label={rightWords[right].name}
            description={rightWords[right].hint}
            checked={rights[right]}
            onChange={(event) => set(right, event.currentTarget.checked)}
          />
        ))}
      </SimpleGrid>
    </fieldset>
  );
}

type AllProps = {
  campuses: readonly { id: number; name: string }[];
  form: PersonForm;
  onChange: (form: PersonForm) => void;
};

/** The fields for the rights in each campus that the user administers. */
export function AllRights({ campuses, form, onChange }: AllProps) {
  return campuses.map(({ id, name }) => (
    <RightsFields
      key={id}
      campus={name}
      rights={rightsIn(form.rights, id)}
      onChange={(rights) => onChange(withRights(form, id, rights))}
    />
  ));
}
