/** An index that finds siblings in a billing by their shared numbers. */
export const name = '0042-siblings';

export const statements = (): string[] => [
  // The old index held only bills without a registration or invoice number.
  // The first versions did not create this index.
  'drop index if exists bill_numbers',
  'create index bill_numbers on bill ("groupID", numbers)',
];
