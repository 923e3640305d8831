/** Brothers and sisters are found in their billing by the numbers they share. */
export const name = '0042-siblings';

export const statements = (): string[] => [
  // It held only the bills that have nothing but their numbers to be known by.
  // The first versions had none.
  'drop index if exists bill_numbers',
  'create index bill_numbers on bill ("groupID", numbers)',
];
