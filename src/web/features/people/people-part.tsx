import { Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { OneTimeLink, Person } from '#shared/calls/people.ts';
import { peopleWords } from '#shared/words/people.ts';
import { History } from '../../lib/history.tsx';
import { Loaded } from '../../lib/loaded.tsx';
import { Empty } from '../../ui/empty.tsx';
import { peopleQuery } from './api.ts';
import { InviteForm } from './invite-form.tsx';
import { LinkCard } from './link-card.tsx';
import { PeopleList } from './people-list.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonForm } from './person-form.tsx';

/** Used instead of an id while a new person is being invited. */
export const newPersonID = 'new';

type Props = {
  /** The id of the opened person. Undefined shows the list. */
  person: string | undefined;
  onOpen: (person: string | undefined) => void;
  onTouched: (isTouched: boolean) => void;
};

function OnePerson({ person, children }: { person: Person; children: ReactNode }) {
  const [link, setLink] = useState<OneTimeLink | null>(null);
  return (
    <>
      {link && <LinkCard name={person.name} link={link} onDone={() => setLink(null)} />}
      {children}
      <PersonAccount person={person} onLink={setLink} />
      <History kind="person" id={person.id} />
    </>
  );
}

/** Shows the list of people, one person, or the form to invite a person. */
export function PeoplePart({ person, onOpen, onTouched }: Props) {
  const query = useQuery(peopleQuery);
  const close = (): void => onOpen(undefined);
  if (person === undefined) return <PeopleList onOpen={onOpen} />;
  return (
    <>
      <div>
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
          onClick={close}
        >
          {peopleWords.back}
        </Button>
      </div>
      <Loaded query={query}>
        {({ people, campuses }) => {
          if (person === newPersonID)
            return <InviteForm campuses={campuses} onTouched={onTouched} onDone={close} />;
          const found = people.find(({ id }) => id === person);
          if (!found) return <Empty title={peopleWords.gone} />;
          return (
            <OnePerson key={found.id} person={found}>
              <PersonForm person={found} campuses={campuses} onTouched={onTouched} />
            </OnePerson>
          );
        }}
      </Loaded>
    </>
  );
}
