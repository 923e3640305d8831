import type { ReactNode } from 'react';
import type { ClassSummary } from '#shared/calls/students.ts';
import { studentsWords } from '#shared/words/families.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './place-list.module.css';

/** A class, or one of its sections. If both ids are undefined, the whole roster. */
export type RosterPlace = { classID?: number | undefined; sectionID?: number | undefined };

type Props = {
  all: readonly ClassSummary[];
  place: RosterPlace;
  onPlace: (place: RosterPlace) => void;
  /** Shown beside the title. */
  action: ReactNode;
};

type RowProps = { name: string; students: number; isOn: boolean; isSection?: boolean; onOpen: () => void };

function Row({ name, students, isOn, isSection = false, onOpen }: RowProps) {
  return (
    <button
      type="button"
      className={classes.row}
      data-within={isSection || undefined}
      aria-current={isOn || undefined}
      onClick={onOpen}
    >
      <NameText text={name} className={classes.name} />
      <span className={classes.count}>{students.toLocaleString('en-US')}</span>
    </button>
  );
}

/** Lists the classes of the campus with their numbers of students. The opened class also lists its sections. */
export function PlaceList({ all, place, onPlace, action }: Props) {
  const { classID, sectionID } = place;
  const students = all.reduce((sum, schoolClass) => sum + schoolClass.students, 0);
  return (
    <section className={classes.places} aria-label={studentsWords.places}>
      <header className={classes.head}>
        <div>
          <h1>{studentWords.title}</h1>
          <p>{students > 0 ? studentWords.summary(all.length, students) : studentWords.text}</p>
        </div>
        {action}
      </header>
      <ul className={classes.list}>
        <li>
          <Row
            name={studentsWords.all}
            students={students}
            isOn={classID === undefined}
            onOpen={() => onPlace({})}
          />
        </li>
        {all.map(({ id, name, students, sections }) => (
          <li key={id}>
            <Row
              name={name}
              students={students}
              isOn={classID === id && sectionID === undefined}
              onOpen={() => onPlace({ classID: id })}
            />
            {classID === id && (
              <ul className={classes.list}>
                {sections.map((section) => (
                  <li key={section.id}>
                    <Row
                      isSection
                      name={section.name || studentWords.noSection}
                      students={section.students}
                      isOn={sectionID === section.id}
                      onOpen={() => onPlace({ classID: id, sectionID: section.id })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
