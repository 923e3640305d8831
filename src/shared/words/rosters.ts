/** What is said of rosters: students with their classes and sections. */
export const rosterWords = {
  twice: (regNum: string) => `The registration number ${regNum} comes twice in this list.`,
  student: (name: string, regNum: string) => `${name} (${regNum})`,
} as const;
