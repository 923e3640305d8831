// `npm run verify-money` checks that the rows of money are as the trail states them, that the figures of bills match
// the facts of the ledger, and that the database has its triggers. It prints the first difference of each campus, and
// exits with 1 if there is one.
import { verifyMoneyWords } from '#shared/words/command-line.ts';
import { readConfig } from '../src/server/config.ts';
import { type VerifiedLedger, verifyMoney } from '../src/server/ledger/audit/audit.ts';
import { openStoreToRead } from '../src/server/platform/db/open-store.ts';
import { StartFailure } from '../src/server/platform/db/start-failure.ts';
import { listTriggerFaults } from '../src/server/platform/db/trigger-faults.ts';
import { readCommandLine } from './command-line.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function sentenceOf({ campus, school, payments, bills, difference }: VerifiedLedger): string {
  const where = `${school}, ${campus}`;
  switch (difference?.what) {
    case undefined:
      return verifyMoneyWords.whole(where, payments, bills);
    case 'row':
      return verifyMoneyWords.row(where, difference);
    case 'receipts':
      return verifyMoneyWords.receipts(where, difference.count, difference.last);
    case 'payment':
      return verifyMoneyWords.payment(where, difference);
    case 'deletedBill':
      return verifyMoneyWords.deletedBill(where, difference);
    case 'bill': {
      const { id, name, figure, is, shouldBe } = difference;
      return verifyMoneyWords.bill(where, id, name) + verifyMoneyWords.figure(figure, is, shouldBe);
    }
    case 'billing': {
      const { id, name, figure, is, shouldBe } = difference;
      return verifyMoneyWords.billing(where, id, name) + verifyMoneyWords.count(figure, is, shouldBe);
    }
  }
}

/** Returns whether all figures match. */
async function verify(): Promise<boolean> {
  readCommandLine({ options: {} });
  const store = await openStoreToRead(readConfig(undefined, []));
  try {
    const tables = await store.db.introspection.getTables();
    const trail = tables.find(({ name }) => name === 'trail');
    if (!trail?.columns.some(({ name }) => name === 'rowChanges'))
      throw new StartFailure(verifyMoneyWords.olderProgram);
    let campuses = 0;
    const triggers = await listTriggerFaults(store.db);
    if (triggers.length > 0) say(verifyMoneyWords.triggers(triggers));
    let isRight = triggers.length === 0;
    for await (const ledger of verifyMoney(store.db)) {
      campuses += 1;
      say(sentenceOf(ledger));
      isRight &&= ledger.difference === undefined;
    }
    if (campuses === 0) say(verifyMoneyWords.noCampus);
    return isRight;
  } finally {
    await store.close();
  }
}

try {
  if (!(await verify())) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof StartFailure)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
