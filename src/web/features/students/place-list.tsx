import type { ReactNode } from 'react';
import type { ClassSummary } from '#shared/calls/students.ts';
import { studentsWords } from '#shared/words/families.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './place-list.module.css';

/** A class, or one of its sections; neither means the whole roster. */
export type RosterPlace = { classID?: number | undefined; sectionID?: number | undefined };

type Props = {
  all: readonly ClassSummary[];
  place: RosterPlace;
  onPlace: (place: RosterPlace) => void;
  /** Beside the title. */
  action: ReactNode;
};

type RowProps = { name: string; students: number; isOn: boolean; isWithin?: boolean; onOpen: () => void };

function Row({ name, students, isOn, isWithin = false, onOpen }: RowProps) {
  return (
    <button
      type="button"
      className={classes.row}
      data-within={isWithin || undefined}
      aria-current={isOn || undefined}
      onClick={onOpen}
    >
      <NameText text={name} className={classes.name} />
      <span className={classes.count}>{students.toLocaleString('en-US')}</span>
    </button>
  );
}

/** The classes of the campus with the number of their students. The opened class shows its sections. */
export function PlaceList({ all, place, onPlace, action }: Props) {
  const { classID, sectionID } = place;
  const students = all.reduce((sum, one) => sum + one.students, 0);
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
        {all.map((one) => (
          <li key={one.id}>
            <Row
              name={one.name}
              students={one.students}
              isOn={classID === one.id && sectionID === undefined}
              onOpen={() => onPlace({ classID: one.id })}
            />
            {classID === one.id && (
              <ul className={classes.list}>
                {one.sections.map((section) => (
                  <li key={section.id}>
                    <Row
                      isWithin
                      name={section.name || studentWords.noSection}
                      students={section.students}
                      isOn={sectionID === section.id}
                      onOpen={() => onPlace({ classID: one.id, sectionID: section.id })}
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
