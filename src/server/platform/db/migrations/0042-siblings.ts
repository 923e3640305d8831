/** Replaces an index, so that siblings in a billing are found by their shared numbers. */
export const name = '0042-siblings';

export const statements = (): string[] => [
  // The old index contained only bills without a registration or invoice number. The first versions did not create
  // it.
  'drop index if exists bill_numbers',
  'create index bill_numbers on bill ("groupID", numbers)',
];
