/**
 * The tests that read sentences: they fail when the words are others, and all the rest must not. By file, each with
 * its title (`*` for what differs from case to case) or `all`, and why no code would do. `npm run test:full -- reworded` keeps
 * the list true: a test that is named here and passes fails there.
 */
export type ReadsSentences = { why: string; tests: readonly string[] | 'all' };

export const readsSentences: Readonly<Record<string, ReadsSentences>> = {
  'src/server/db/migrations/0023-reason-codes.test.ts': {
    why: 'What earlier versions said is compared letter for letter.',
    tests: ['is said again in its very words, but for those that were reworded since'],
  },
  'src/server/http/shapes.test.ts': {
    why: 'The sentence for each way in which a value is of another shape.',
    tests: [
      'a text in the address',
      'a part',
      'nothing',
      'a number',
      'one of a list',
      'none of them',
      'too long',
      'too many',
      'too much',
      'none',
      'of another form',
      'of no kind',
      'a value that is none at all',
    ],
  },
  'src/server/imports/undo/rules.test.ts': {
    why: 'A bill that holds an undo is told by name, in a sentence alone.',
    tests: ['is told by name and registration'],
  },
  'src/server/whatsapp/cloud/refusals.test.ts': {
    why: 'WhatsApp’s own words go on after ours.',
    tests: ['a code that nobody knows is told in WhatsApp’s words, short and without secrets'],
  },
  'src/server/whatsapp/cloud/webhooks.test.ts': {
    why: 'What a parent sent beside words is told as a text of the chat.',
    tests: [
      'reaction {"message_id":"wamid.HBgMOTIzMDAxMjM0NTY3FQIAERgSNDFBQjEyM0NEMzQ1RUY2Nzg5AA==","emoji":"👍"}',
      'reaction {"message_id":"wamid.HBgMOTIzMDAxMjM0NTY3FQIAERgSNDFBQjEyM0NEMzQ1RUY2Nzg5AA=="}',
      'location {"latitude":31.5,"longitude":74.3,"name":"Home"}',
      'contacts [{"name":{"formatted_name":"Ali"},"phones":[{"phone":"+92 300 1234567"}]}]',
    ],
  },
  'src/shared/reasons.test.ts': {
    why: 'That reasons are said in words.',
    tests: ['is said in words, and so is one inside another', 'is told with its code, or as none'],
  },
  'src/shared/sheets/check-found.test.ts': {
    why: 'The sentence names what in another billing is meant.',
    tests: [
      'are asked about with their rows, and told where they are what older bills leave open',
      'are changed, left as they are, or held with what the file would change',
      'are left as they are by whoever may only add, with what the file would change',
      'bill elsewhere',
      'oldInvoice elsewhere',
      'registration elsewhere',
      'an invoice number of the month elsewhere is asked about once, and refused where both are one series',
      'the invoice number of another bill of this billing',
      'need a registration, a name and a class',
    ],
  },
  'src/shared/sheets/check.test.ts': {
    why: 'The sentence names the cell, what stands in it and what it was read as.',
    tests: [
      '0012 becomes 2.02511E+13: unread',
      '1000 becomes abc: unread',
      '1000 becomes #DIV/0!: unread',
      '1000 becomes 2000000000: unread',
      '25/11/2026 becomes 31/11/2026: unread',
      '2026;Tuition becomes 2051;Tuition: unread',
      'the same registration twice for one month, and not for another',
      '0300-1234567 becomes 12345: noNumber',
      '0300-1234567 becomes 9.23E+11: noNumber',
      '0300-1234567 becomes N/A: noNumber',
      '0300-1234567 becomes nil: noNumber',
      '0300-1234567 becomes 0: noNumber',
      '0300-1234567 becomes #N/A: noNumber',
      '0300-1234567 becomes 3001234567: repaired',
      '900 becomes 900.004: rounded',
      'Ali becomes =1+1: formulaText',
      'Van becomes @SUM(A1): formulaText',
      'a bill may be due before it is issued',
      'takes white space for a separator where only one reading is possible',
    ],
  },
  'src/shared/sheets/day-order.test.ts': {
    why: 'A note on how dates were read is a sentence alone.',
    tests: [
      'where nothing settles it, it is said once for the column',
      'where some can only be read with the month first, each row says how it was read',
    ],
  },
  'src/shared/sheets/fee-heads.test.ts': {
    why: 'The sentence names the fee head.',
    tests: ['are called by their names in the check, and where a bill is held'],
  },
  'src/shared/sheets/open-book.test.ts': {
    why: 'A note on other sheets is a sentence alone.',
    tests: ['the first with names is chosen, another can be'],
  },
  'src/shared/sheets/read-row.test.ts': {
    why: 'The sentence names the column.',
    tests: ['names every cell that is wrong by its column'],
  },
  'src/shared/sheets/rival-headings.test.ts': {
    why: 'The sentence names the column.',
    tests: [
      'are one field of the row, told by the column that it is about',
      'a column for which there is no room any more is left out whole, and told',
    ],
  },
  'src/shared/sheets/status-column.test.ts': {
    why: 'The sentence names what stands in the cell.',
    tests: [
      'says where a status is none, and saves the bill without',
      'shows that a payment is taken of a bill that was messaged, and nothing else',
    ],
  },
  'src/shared/sheets/text-files.test.ts': {
    why: 'The sentence names what stands in the line.',
    tests: [
      'refuses by line what is no number or is there already',
      'has several on a line, and what is none is refused by name',
      'has several on two lines, and what is none is refused by name',
      'has several on a line with what is none, and what is none is refused by name',
    ],
  },
  'src/shared/sheets/workbooks.test.ts': {
    why: 'A note on other sheets is a sentence alone.',
    tests: ['reads the sheet that holds bills, and says which others do'],
  },
  'src/shared/sheets/write/error-workbook.test.ts': {
    why: 'The workbook holds the sentences.',
    tests: ['says in the first column what is wrong, errors first'],
  },
  'src/shared/sheets/write/export-workbooks.test.ts': {
    why: 'The workbook holds states and reasons as a person reads them.',
    tests: [
      'writes bills under the headings of an import, with true dates and their status',
      'writes the outbox with words and the time of the campus',
      'reports a line for each bill, number and message, and who was not told',
      'reports messages about bills that were removed since, where nothing is filtered',
    ],
  },
  'src/shared/sheets/write/sheet-with-problems.test.ts': {
    why: 'The workbook holds the sentences.',
    tests: ['takes from a check what is wrong, typed and left out, and is checked again to the same'],
  },
  'test/faults/move.test.ts': {
    why: 'What a command prints is read as its operator reads it.',
    tests: [
      'of a database with every kind of row: equal on both sides, and ids go on where they were',
      'as somebody who may not make tables there',
    ],
  },
  'test/faults/schools.test.ts': {
    why: 'What a command prints is read as its operator reads it.',
    tests: [
      'are added with a campus and an administrator, who chooses a password by a link',
      'have limits of their own, each with its reason, and none of another school',
      'are kept where they are resumed within the grace',
    ],
  },
  'test/http/bills.test.ts': {
    why: 'The sentence names what is no number.',
    tests: [
      'keep their number when the new one cannot be read',
      'refuse a word beside the number, but not one that stood there before',
    ],
  },
  'test/http/connection.test.ts': {
    why: 'How good a number is, is told as a word.',
    tests: ['finds and keeps the number, its quality and its limit'],
  },
  'test/http/groups.test.ts': {
    why: 'The sentence names what is no number.',
    tests: [
      'saves nothing when one number of many cannot be read, and says which',
      'drops nothing that stands beside a good number, and says what it is',
      'adds nothing to a billing when one bill is nobody’s',
    ],
  },
  'test/http/imports.test.ts': {
    why: 'Why a row or a save is refused is told as a sentence, which names the row.',
    tests: [
      'leaves bills that are paid or messaged, and says which rows',
      'refuses the second of two rows that are the same bill, and saves nothing',
      'refuses a second row that meets the bill of a first one by other means',
      'refuses what another billing holds, and takes what is only like it',
      'is refused, and so is another number that it has, where a person says that both count in one series',
      'answers a repeated save id as the first time, refuses it for anything else, and changes nothing',
      'answers a save id to nobody else, and for no other billing',
      'makes no second billing of the very same file, until that billing is gone or the import undone',
    ],
  },
  'test/http/messages.test.ts': {
    why: 'The sentence names the placeholder.',
    tests: ['are refused whole for a placeholder that does not exist'],
  },
  'test/http/redraw.test.ts': {
    why: 'The process that draws has no environment, and its words are not reworded.',
    tests: [
      'that would never end are refused, and neither calls, files nor pictures wait for them',
      'pictures that take too much memory are refused, those beside them are not',
    ],
  },
  'test/http/documents.test.ts': {
    why: 'What a paper says, and how its file is called, are words.',
    tests: [
      'is, byte for byte, what the clerk looked at, and counts as printed by nobody',
      'a child that was paid meanwhile is not in it: *',
      'a bill that is removed as it goes is in no paper: the message is judged once more',
      'by an approved template it is the document above the text',
      'a receipt goes with the message that tells of a payment, as a sheet of its own',
      'of a payment for two families each gets what is for its own, and nothing of the other',
    ],
  },
  'test/http/papers.test.ts': {
    why: 'What stands on a paper is words.',
    tests: [
      'is joined and whole: the name of a school, cells, and an amount in words',
      'say all children, the change and what is left',
    ],
  },
  'test/http/receipts-sent.test.ts': {
    why: 'By which way money came is told in a word.',
    tests: [
      'goes once for each payment, some minutes after it, whoever looks and however many do',
      'written anew on another day, and after more was paid, it keeps the values of its payment',
      'tells of money alone: not of a mark, nor of what a sheet says, and of a bank file once it stands',
    ],
  },
  'test/http/replies.test.ts': {
    why: 'What is answered is a text.',
    tests: [
      'once, however often and in however many calls the provider tells of it',
      'that nothing is open, to whom a bill knows',
    ],
  },
  'test/http/vouchers.test.ts': {
    why: 'What a paper says, and how its file is called, are words.',
    tests: [
      'looked at, nothing counts; printed once more it is a duplicate',
      'a billing comes by class and name, registration or number, without what is paid',
      'settings hold for the campus, and a sample shows them before',
      'a receipt is the same file twice, and a duplicate is another',
    ],
  },
  'test/http/students.test.ts': {
    why: 'The sentence names what is wrong in the row.',
    tests: [
      'are refused as a whole with an issue for each row that is wrong',
      'are held by a later import that changed them, until that is undone',
    ],
  },
  'test/http/undo.test.ts': {
    why: 'Why nothing is undone is told as a sentence, which names the bills.',
    tests: [
      'removes the billing that an import made, with its bills',
      'is refused while bills it added or changed are paid or messaged, and names them',
      'names at most a hundred of those that hold it, and counts them all',
      'is refused while a later import changed its bills, until that is undone',
    ],
  },
  'test/upgrade/goes-on.test.ts': {
    why: 'How good a number is, is told as a word.',
    tests: ['is a connection whose test is passed, with how good its number is'],
  },
  'test/upgrade/upgrade.test.ts': {
    why: 'What an earlier version answered is compared letter for letter.',
    tests: ['is answered of as before, each reason and notice by its code in the words of today'],
  },
};
