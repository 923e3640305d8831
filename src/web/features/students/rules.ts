/** Pure rules for classes: their names and choices, and the search for a class. */
import type { ClassSummary } from '#shared/calls/students.ts';
import { ClassList } from '#shared/people/class-list.ts';
import { classFit } from '#shared/people/class-name.ts';

/** The existing class that a typed class means, in any spelling. */
export function classNamed(
  all: readonly ClassSummary[],
  place: { class: string; section: string },
): ClassSummary | undefined {
  const list = new ClassList(all);
  return list.find(list.placed(place).class);
}

/** The name of a class with its section, such as `Five Blue`. */
export const labelOfPlace = (place: { class: string; section: string }): string =>
  [place.class, place.section].filter(Boolean).join(' ');

type Places = readonly { id: number; name: string; sections: readonly { id: number; name: string }[] }[];
type Place = { classID?: number | undefined; sectionID?: number | undefined };

/** The name of the class, with its section if one is given. Undefined if no class is given or it does not exist. */
export function nameOfPlace(all: Places, { classID, sectionID }: Place): string | undefined {
  const found = all.find(({ id }) => id === classID);
  const section = found?.sections.find(({ id }) => id === sectionID);
  return found && labelOfPlace({ class: found.name, section: section?.name ?? '' });
}

/** The choices of a field for class and section, in order. `everywhere` is the label of the choice for all classes. */
export function choicesOf(all: Places, everywhere: string): ({ key: string; label: string } & Place)[] {
  return [
    { key: '/', label: everywhere },
    ...all.flatMap(({ id: classID, name, sections }) => [
      { key: `${classID}/`, label: name, classID },
      ...sections.map(({ id: sectionID, name: section }) => ({
        key: `${classID}/${sectionID}`,
        label: labelOfPlace({ class: name, section }),
        classID,
        sectionID,
      })),
    ]),
  ];
}

type FoundPlace = { classID: number; sectionID: number | undefined; label: string; students: number };

/** Finds the classes that match a text. Of a class that does not match, finds the sections that match. */
export function searchClasses(all: readonly ClassSummary[], text: string): FoundPlace[] {
  const fits = classFit(text);
  return all.flatMap(({ id: classID, name, students, sections }): FoundPlace[] => {
    if (fits({ class: name, section: null }))
      return [{ classID, sectionID: undefined, label: name, students }];
    return sections
      .filter((section) => fits({ class: name, section: section.name }))
      .map((section) => ({
        classID,
        sectionID: section.id,
        label: labelOfPlace({ class: name, section: section.name }),
        students: section.students,
      }));
  });
}
