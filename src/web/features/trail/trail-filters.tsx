import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AboutKind, aboutKinds } from '#shared/trail-kinds.ts';
import { commonWords } from '#shared/words/screen.ts';
import { aboutWords, trailWords } from '#shared/words/trail.ts';
import { DayField } from '../../lib/day-field.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { peopleToChooseQuery, type TrailQuery } from './api.ts';
import classes from './trail.module.css';

type Props = { wanted: TrailQuery; onWant: (change: Partial<TrailQuery>) => void };

const kinds = aboutKinds.map((value) => ({ value, label: aboutWords[value] }));

/** The fields that filter the trail. */
export function TrailFilters({ wanted, onWant }: Props) {
  const { data } = useQuery(peopleToChooseQuery);
  const people = (data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={classes.filters}>
      <SearchBox
        label={trailWords.search}
        clearLabel={commonWords.clearSearch}
        value={wanted.search}
        onSearch={(search) => onWant({ search })}
      />
      <Select
        aria-label={trailWords.kind}
        placeholder={trailWords.everything}
        data={kinds}
        value={wanted.kind ?? null}
        onChange={(kind) => onWant({ kind: (kind ?? undefined) as AboutKind | undefined })}
        clearable
        clearButtonProps={{ 'aria-label': trailWords.everything }}
      />
      <Select
        aria-label={trailWords.person}
        placeholder={trailWords.everybody}
        data={people}
        value={people.some(({ value }) => value === wanted.userID) ? (wanted.userID ?? null) : null}
        onChange={(userID) => onWant({ userID: userID ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': trailWords.everybody }}
        searchable
      />
      <DayField
        aria-label={trailWords.from}
        placeholder={trailWords.from}
        day={wanted.from}
        onDay={(from) => onWant({ from })}
      />
      <DayField
        aria-label={trailWords.to}
        placeholder={trailWords.to}
        day={wanted.to}
        onDay={(to) => onWant({ to })}
      />
    </div>
  );
}
