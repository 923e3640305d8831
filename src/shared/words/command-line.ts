/** Texts of every command about its options. */

export const commandLineWords = {
  unknown: (option: string) => `${option} is not known here.`,
  valueMissing: (option: string) => `Say a value after ${option}; it cannot begin with a hyphen.`,
  valueTooMuch: (option: string) => `${option} takes no value.`,
  tooMany: (word: string) => `"${word}" is too much here.`,
} as const;
