/** Texts of the list of students. */
import { formatDay } from '../dates.ts';
import { plural } from './plural.ts';

const left = 'Left the school';

export const studentsWords = {
  places: 'Classes',
  all: 'All classes',
  inClass: 'Whole class',
  add: 'Add student',
  search: 'Search students',
  show: 'Show',
  here: 'Here',
  left: 'Left school',
  count: (count: number) => plural(count, 'student', 'students'),
  columns: {
    regNum: 'Reg',
    name: 'Name',
    fatherName: 'Father',
    class: 'Class',
    number: 'Phone',
    actions: 'Actions',
  },
  open: (name: string) => `Open the family of ${name}`,
  edit: (name: string) => `Edit ${name}`,
  gone: 'This student is not here any more',
  addTitle: 'Add student',
  editTitle: 'Edit student',
  regNum: 'Registration number',
  name: 'Name',
  fatherName: 'Father’s name',
  class: 'Class',
  section: 'Section',
  number: 'Phone numbers',
  numberHint: 'Separate several numbers with a comma.',
  needed: 'This is needed.',
  end: `${left}…`,
  endDay: 'Last day at the school',
  endText:
    'The student moves to the list of those who left. Messages to the class no longer reach the family.',
  endNow: left,
  leftOn: (day: string) => `Left on ${formatDay(day)}`,
  bringBack: 'Bring back',
  added: (name: string, place: string) => `\u2068${name}\u2069 is added to ${place}.`,
  newClass: (name: string) => `No class is called “\u2068${name}\u2069” yet: it becomes a new one.`,
  changed: 'Student saved.',
  ended: (name: string) => `${name} is in the list of those who left.`,
  back: (name: string) => `${name} is here again.`,
  noneLeft: 'Nobody has left',
  leaveQuestion: {
    title: 'Leave this student?',
    text: 'What you have changed is not saved.',
    confirm: 'Leave',
  },
} as const;
