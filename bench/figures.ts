/** All figures, in the order of the table. */
import type { Figure } from './figure.ts';
import { bankFile } from './figures/bank-file.ts';
import { counter } from './figures/counter.ts';
import { drainOutbox } from './figures/drain-outbox.ts';
import { find } from './figures/find.ts';
import { flatBills } from './figures/flat-bills.ts';
import { flatMessages } from './figures/flat-messages.ts';
import { history } from './figures/history.ts';
import { hooks } from './figures/hooks.ts';
import { idleMemory } from './figures/idle-memory.ts';
import { import100k } from './figures/import-100k.ts';
import { importCheck } from './figures/import-check.ts';
import { judgeSheet } from './figures/judge-sheet.ts';
import { lighthouse } from './figures/lighthouse.ts';
import { loadData } from './figures/load-data.ts';
import { openBilling } from './figures/open-billing.ts';
import { queueMessages } from './figures/queue-messages.ts';
import { readSheet } from './figures/read-sheet.ts';
import { reminders } from './figures/reminders.ts';
import { reports } from './figures/reports.ts';
import { retention } from './figures/retention.ts';
import { saveGroup } from './figures/save-group.ts';
import { scaleWorkers } from './figures/scale-workers.ts';
import { settledMemory } from './figures/settled-memory.ts';
import { signInFlood } from './figures/sign-in-flood.ts';
import { slowLine } from './figures/slow-line.ts';
import { trail } from './figures/trail.ts';
import { webSize } from './figures/web-size.ts';

export const figures: readonly Figure[] = [
  loadData,
  saveGroup,
  readSheet,
  judgeSheet,
  importCheck,
  import100k,
  queueMessages,
  drainOutbox,
  scaleWorkers,
  hooks,
  retention,
  webSize,
  slowLine,
  signInFlood,
  openBilling,
  find,
  reminders,
  reports,
  lighthouse,
  idleMemory,
  settledMemory,
  flatBills,
  flatMessages,
  history,
  bankFile,
  counter,
  trail,
];
