/** Bills of 0 are paid from the start. Earlier versions stored them as unpaid. */
export const name = '0150-bills-of-nothing';

export const statements = (): string[] => [
  `update bill set status = 'paid'
    where status in ('unpaid', 'partial') and total = 0 and coalesce("amountAfterDueDate", 0) = 0
    and not exists (select 1 from adjustment where adjustment."campusID" = bill."campusID"
      and adjustment."billID" = bill.id and adjustment."voidedAt" is null)`,
];
