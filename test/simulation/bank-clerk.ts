/**
 * The person who brings the bank's files to the desk: checks the rows, saves those that fit, and sometimes undoes a
 * file.
 */
import { hash } from 'node:crypto';
import { calls } from '#shared/calls/all.ts';
import type { BankDecision, JudgedRow, SavedBankFile } from '#shared/calls/bank-files.ts';
import type { BankRow } from '#shared/money/bank.ts';
import { tickedMatches } from '#shared/money/bank.ts';
import { type Chance, one } from '../support/fault-random.ts';
import { createBank, toRows } from './bank.ts';
import type { BankLine, Statement } from './book.ts';
import { bodyOf, outcomeOf } from './caller.ts';
import type { Desk } from './clerk.ts';
import type { Answer } from './life.ts';
import type { World } from './world.ts';

const title = 'Fee account';
const path = '/BankFiles';

type Saving = {
  saveID: string;
  accountID: number;
  file: { name: string; sha256: string };
  rows: BankRow[];
  decisions: BankDecision[];
};

export function createBankClerk(world: World, desk: Desk) {
  const { book, broken, covered, timeline, rules, computer } = world;
  const { ask, attempt, rowsOf } = desk;
  const bank = createBank(world);
  /** The last exported file, to be uploaded once more. */
  let latest: BankRow[] = [];

  /** Adds the account when it does not exist. Undefined when the call got no answer. */
  async function needAccount(chance: Chance): Promise<number | undefined> {
    const listed = await ask(calls.listMoneyAccounts);
    const existing = listed && rowsOf(listed).find((account) => account.title === title);
    if (!listed || existing) return existing && Number(existing.id);
    if (book.bank.lines.length === 0) book.bank.hasBalance = chance.happens(0.5);
    return (await ask<{ id: number }>(calls.addMoneyAccount, { body: { kind: 'bank', title } }))?.id;
  }

  /** What a person decides about a row; undefined when the row is left out. */
  function decide(chance: Chance, judged: JudgedRow, line: BankLine | undefined): BankDecision | undefined {
    const { row, match, reason, bill, payment } = judged;
    const with_ = (act: BankDecision['act'], billID = bill?.billID): BankDecision | undefined =>
      billID ? { row, match, act, billID } : undefined;
    if (reason === 'noDay' || reason === 'dayToCome') return undefined;
    if (tickedMatches.includes(match)) return with_('pay');
    switch (match) {
      case 'fineOpen':
        return with_(chance.happens(0.6) ? 'waive' : 'pay');
      case 'paidAlready':
        if (payment) return chance.happens(0.7) ? with_('join') : undefined;
        return chance.happens(0.4) ? with_('credit') : undefined;
      case 'short':
      case 'over':
      case 'registration':
      case 'carried':
        return chance.happens(0.5) ? with_('pay') : undefined;
      case 'ambiguous':
      case 'unmatched':
        return chance.happens(0.3) ? with_('pay', line?.billID) : undefined;
      default:
        return undefined;
    }
  }

  /** Checks the file and compares the rows that the program has seen before with the rows that count. */
  async function check(accountID: number, rows: BankRow[]): Promise<JudgedRow[] | undefined> {
    const before = rules.money.listCounting();
    const answer = await ask<{ rows: JudgedRow[] }>(calls.checkBankFile, { body: { accountID, rows } });
    if (!answer) return undefined;
    const judged = answer.rows;
    for (const { match } of judged) covered(`bank: ${match}`);
    if (judged.length !== rows.length || judged.some(({ row }, at) => row !== rows[at]?.row))
      broken('each row of a bank file has one verdict', `${judged.length} of ${rows.length} rows`);
    if (JSON.stringify(before) === JSON.stringify(rules.money.listCounting()))
      rules.money.checkSeen(
        rows,
        rows.filter((_, at) => judged[at]?.match === 'seen'),
        before,
      );
    return judged;
  }

  /** Notes the saved file as it was answered. Reminders for the bills that it pays must stop. */
  function noteSaved(saved: SavedBankFile, { rows, decisions }: Saving): void {
    const { fileID, changed } = saved;
    const { statements } = book.bank;
    if (statements.some((existing) => existing.fileID === fileID && existing.at > book.restoredAt)) return;
    const at = timeline.now();
    statements.push({ fileID, at, isUndone: false });
    covered('bank: saved');
    if (changed.length > 0) covered('bank: changed meanwhile');
    if (decisions.some(({ act }) => act === 'waive')) covered('bank: a late fine is waived');
    const made = rules.money.checkStatement(saved, rows.length);
    for (const { id, amount } of made)
      book.receipts.push({ id, amount, method: 'bank', isVoid: false, at, fileID });
    if (saved.joined > 0) covered('bank: joined');
    for (const billID of rules.money.listPaidBy(made)) book.paid.set(billID, at);
  }

  const save = (saving: Saving): Promise<Answer | undefined> => attempt(calls.saveBankFile, { body: saving });

  /** Sends the same save again; both must make one file. */
  async function saveAgain(saving: Saving, first: Answer | undefined, since: number): Promise<void> {
    const second = await save(saving);
    const [one, other] = [first, second].map((answer) =>
      outcomeOf(answer) === 'done' ? JSON.stringify(answer?.body) : undefined,
    );
    if (one !== undefined && other !== undefined && one !== other && book.restoredAt < since)
      broken('one saveID makes one bank file', `${one} and ${other}`);
    if (other === undefined) return;
    covered('bank: saved again');
    noteSaved(bodyOf(second), saving);
  }

  /** Kills the computer during the save or shortly afterwards, and repeats the save. */
  async function saveThroughPowerCut(chance: Chance, saving: Saving): Promise<void> {
    const since = timeline.now();
    computer.killSoon(chance.whole(1, 120));
    const first = await save(saving);
    if (outcomeOf(first) === 'done') noteSaved(bodyOf(first), saving);
    else covered('bank: killed in between');
    await world.wait(chance.whole(1, 10) * 60_000);
    computer.kill();
    await world.wait(chance.whole(5, 600) * 1000);
    await computer.start();
    await saveAgain(saving, first, since);
  }

  /** Another person has the same file open and saves it at the same moment. */
  async function saveTogether(saving: Saving): Promise<void> {
    const other = { ...saving, saveID: `${saving.saveID} too` };
    const both = [saving, other];
    const answers = await Promise.all(both.map(save));
    covered('bank: saved by two at once');
    for (const [at, answer] of answers.entries()) {
      const saving = both[at];
      if (saving && outcomeOf(answer) === 'done') noteSaved(bodyOf(answer), saving);
    }
  }

  const isAlone = (): boolean => book.acting.every((acting) => acting.startsWith(path));

  /** Saves a file and undoes it at once. Every bill must say what it said before. */
  async function saveAndUndo(saving: Saving): Promise<void> {
    const { decisions } = saving;
    const wasAlone = isAlone();
    const before = rules.money.figuresOf(decisions);
    const since = timeline.now();
    await saveOnce(saving);
    const statement = book.bank.statements.findLast(({ at }) => at === since);
    if (!statement || !(await undo(statement))) return;
    covered('bank: undone at once');
    const after = rules.money.figuresOf(decisions);
    if (wasAlone && isAlone() && timeline.now() === since && before !== after)
      broken('an undone bank file leaves nothing', `${before} became ${after}`);
  }

  async function saveOnce(saving: Saving): Promise<Answer | undefined> {
    const answer = await save(saving);
    if (outcomeOf(answer) === 'done') noteSaved(bodyOf(answer), saving);
    return answer;
  }

  async function saveSomehow(chance: Chance, saving: Saving): Promise<void> {
    const how = chance.next();
    if (how < 0.15) return saveThroughPowerCut(chance, saving);
    if (how < 0.3) return saveTogether(saving);
    if (how < 0.45) return saveAndUndo(saving);
    const since = timeline.now();
    const first = await saveOnce(saving);
    if (outcomeOf(first) !== 'unknown' && how < 0.8) return;
    await world.wait(chance.whole(1, 600) * 1000);
    await saveAgain(saving, first, since);
  }

  /** Uploads a file of the last days that overlaps with earlier ones, or the same file under another name. */
  async function upload(chance: Chance): Promise<void> {
    const accountID = await needAccount(chance);
    if (accountID === undefined) return;
    book.bank.accountID = accountID;
    const isSame = latest.length > 0 && chance.happens(0.2);
    if (!isSame) bank.pass(chance);
    const lines = bank.exportLines(chance.whole(0, 9));
    const rows = isSame ? latest : toRows(lines, chance.happens(0.3));
    if (rows.length === 0) return;
    latest = rows;
    const judged = await check(accountID, rows);
    const billOf = (row: number): BankLine | undefined => (isSame ? undefined : lines[row]);
    const decisions = (judged ?? []).flatMap((row) => decide(chance, row, billOf(row.row)) ?? []);
    if (decisions.length === 0) return;
    await world.wait(chance.happens(0.3) ? chance.whole(1, 300) * 1000 : 0);
    const mark = `bank-${world.seed}-${timeline.now()}`;
    const file = { name: `${mark}.csv`, sha256: hash('sha256', JSON.stringify(rows)) };
    await saveSomehow(chance, { saveID: mark, accountID, file, rows, decisions });
    // If the power went off meanwhile, the store may have been replaced.
    if (!computer.isUp()) return;
    await check(accountID, rows);
    rules.money.check();
  }

  /**
   * Undoes a file and returns whether it was undone. The bills that it had settled are owed again and may be reminded
   * of.
   */
  async function undo(statement: Statement): Promise<boolean> {
    const { fileID } = statement;
    const receipts = book.receipts.filter(
      (receipt) => receipt.fileID === fileID && receipt.at > book.restoredAt,
    );
    for (const billID of rules.money.listPaidBy(receipts)) book.paid.delete(billID);
    const open = receipts.filter(({ isVoid }) => isVoid !== true);
    const were = open.map(({ isVoid }) => isVoid);
    for (const receipt of open) receipt.isVoid = undefined;
    const outcome = outcomeOf(await attempt(calls.undoBankFile, { params: { id: fileID } }));
    if (outcome === 'unknown') return false;
    for (const [at, receipt] of open.entries()) receipt.isVoid = outcome === 'done' ? true : were[at];
    if (outcome !== 'done') return false;
    statement.isUndone = true;
    covered('bank: undone');
    rules.money.check();
    return true;
  }

  async function undoSome(chance: Chance): Promise<void> {
    const undoable = book.bank.statements.filter(({ at, isUndone }) => !isUndone && at > book.restoredAt);
    const statement = one(chance, undoable);
    if (statement) await undo(statement);
  }

  return { bankFile: upload, bankFileUndone: undoSome };
}
