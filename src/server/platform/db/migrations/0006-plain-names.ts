/** Tables, columns and stored documents get the names that the program uses today. No value changes. */
export const name = '0006-plain-names';

/** Columns with a reason: a code with its details as JSON. */
const reasons = {
  message: 'reason',
  attempt: 'reason',
  receipt: 'reason',
  approval: 'reason',
  broadcast: 'notice',
  sender: 'stopReason',
  hook: 'error',
};

export const statements = (): string[] => [
  'alter table bill rename column said to "statedStatus"',
  'alter table bank_row rename column verdict to "match"',
  'alter table hook rename column trouble to error',
  'alter table told_by_phone rename to contacted_by_phone',
  'drop index broadcast_told',
  `create unique index broadcast_payment on broadcast ("campusID", "paymentID")
    where "paymentID" is not null and "followsID" is null and queued > 0`,
  // A quote inside a JSON text is escaped, so only the key of a document has this form.
  ...Object.entries(reasons).map(
    ([table, column]) =>
      `update ${table} set "${column}" = replace("${column}", '"said":', '"reported":') where "${column}" like '%"said":%'`,
  ),
  `update binned_row set content = replace(content, '\\"said\\":', '\\"reported\\":') where "table" = 'approval'`,
  `update binned_row set content = replace(content, '"said":', '"statedStatus":') where "table" = 'bill'`,
  `update setting set value = replace(value, '"trouble":', '"error":') where name = 'backups'`,
];
