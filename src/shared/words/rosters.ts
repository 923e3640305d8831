/** Texts about rosters: students with their classes and sections. */
export const rosterWords = {
  twice: (regNum: string) => `The registration number ${regNum} comes twice in this list.`,
  taken: (regNum: string, name: string) => `${name} has the registration number ${regNum} already.`,
  hasLeft: (name: string) => `${name} has left already.`,
  isHere: (name: string) => `${name} has not left.`,
  notYet: 'This day has not come yet.',
  student: (name: string, regNum: string) => `${name} (${regNum})`,
} as const;
