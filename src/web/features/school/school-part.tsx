import { Button } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CampusDetails } from '#shared/calls/campuses.ts';
import { schoolWords, settingsWords } from '#shared/words/settings.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useSession } from '../../lib/session.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { addCampus, schoolQuery, updateCampus } from './api.ts';
import { CampusForm } from './campus-form.tsx';
import { SchoolName } from './school-name.tsx';

type Touched = { onTouched: (isTouched: boolean) => void };

/** The page has several forms. It counts as touched while at least one form is touched. */
function useTouchedForms({ onTouched }: Touched): (form: string) => (isTouched: boolean) => void {
  const [forms] = useState(
    () => new Map<string, { isTouched: boolean; onTouched: (isTouched: boolean) => void }>(),
  );
  return (name) => {
    const known = forms.get(name);
    if (known) return known.onTouched;
    const form = {
      isTouched: false,
      onTouched: (isTouched: boolean): void => {
        form.isTouched = isTouched;
        onTouched([...forms.values()].some((other) => other.isTouched));
      },
    };
    forms.set(name, form);
    return form.onTouched;
  };
}

function NewCampus({ onTouched, onDone }: Touched & { onDone: () => void }) {
  const { country, timeZone, currency } = useSession();
  const add = async (campus: CampusDetails): Promise<void> => {
    await addCampus(campus);
    onDone();
    toastDone(schoolWords.added(campus.name));
  };
  return (
    <CampusForm
      title={schoolWords.newCampus}
      before={{ name: '', country, timeZone, currency }}
      onSave={add}
      onTouched={onTouched}
      onCancel={onDone}
    />
  );
}

/** Shows the name of the school, and the forms of the campuses that the user administers. */
export function SchoolPart({ onTouched }: Touched) {
  const query = useQuery(schoolQuery);
  const [isAdding, setAdding] = useState(false);
  const touchedOf = useTouchedForms({ onTouched });
  const save = (id: number) => async (campus: CampusDetails & { version?: string | undefined }) => {
    await updateCampus(id, campus);
    toastDone(settingsWords.saved);
  };
  return (
    <Loaded query={query}>
      {({ name, mayChange, campuses }) => (
        <>
          <SchoolName name={name} mayChange={mayChange} onTouched={touchedOf('school')} />
          <Part
            label={schoolWords.campuses}
            title={schoolWords.campuses}
            hint={schoolWords.campusesHint}
            extra={
              mayChange &&
              !isAdding && (
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
                  onClick={() => setAdding(true)}
                >
                  {schoolWords.addCampus}
                </Button>
              )
            }
          >
            {isAdding && <NewCampus onTouched={touchedOf('new')} onDone={() => setAdding(false)} />}
            {campuses.map(({ id, ...campus }) => (
              <CampusForm
                key={id}
                id={id}
                title={campus.name}
                before={campus}
                onSave={save(id)}
                onTouched={touchedOf(String(id))}
              />
            ))}
          </Part>
        </>
      )}
    </Loaded>
  );
}
