import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Person } from '#shared/calls/people.ts';
import { peopleWords, personStateWords, roleWords } from '#shared/words/people.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Face } from '../../ui/face.tsx';
import { Mark } from '../../ui/mark.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { Part } from '../../ui/part.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { peopleQuery } from './api.ts';
import classes from './people.module.css';
import { matches, sayRoles } from './rules.ts';

/** If the list has more people than this, it has a search field. */
const manyPeople = 8;

const tones = { active: 'plain', invited: 'warns', disabled: 'bad' } as const;

type Campuses = readonly { id: number; name: string }[];
type RowProps = { person: Person; campuses: Campuses; onOpen: () => void };

function PersonRow({ person, campuses, onOpen }: RowProps) {
  const roles = sayRoles(person, campuses);
  const roleNames = roles.map(([role, campus]) =>
    campuses.length > 1 ? peopleWords.roleIn(role, campus) : role,
  );
  const isInactive = person.state !== 'active';
  return (
    <li>
      <button type="button" className={classes.row} onClick={onOpen}>
        <Face name={person.name} />
        <span className={classes.who}>
          <b>
            <NameText text={person.name} />
            {person.isSelf && <Mark>{peopleWords.you}</Mark>}
            {person.hasTwoFactor && <Mark>{peopleWords.twoFactor}</Mark>}
            {isInactive && <Mark tone={tones[person.state]}>{personStateWords[person.state]}</Mark>}
          </b>
          <small>
            {person.userName} · {roleNames.join(', ') || roleWords.none}
          </small>
        </span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </button>
    </li>
  );
}

type Props = { onOpen: (person: string) => void };

/** Lists the people of the campuses that the user administers. */
export function PeopleList({ onOpen }: Props) {
  const query = useQuery(peopleQuery);
  const [search, setSearch] = useState('');
  return (
    <Part label={peopleWords.title}>
      <Loaded query={query}>
        {({ people, campuses }) => {
          const shown = people.filter((person) => matches(person, search));
          return (
            <>
              {people.length > manyPeople && (
                <SearchBox
                  label={peopleWords.search}
                  clearLabel={commonWords.clearSearch}
                  value={search}
                  onSearch={setSearch}
                />
              )}
              <ul className={classes.people}>
                {shown.map((person) => (
                  <PersonRow
                    key={person.id}
                    person={person}
                    campuses={campuses}
                    onOpen={() => onOpen(person.id)}
                  />
                ))}
              </ul>
              {shown.length === 0 && <p className={classes.none}>{commonWords.noMatch(search)}</p>}
            </>
          );
        }}
      </Loaded>
    </Part>
  );
}
