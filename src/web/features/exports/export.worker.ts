/** The worker that loads the data of an export and writes the workbook. The page can end this worker to cancel. */

import { Failure } from '#shared/failures.ts';
import type { CountryCode } from '#shared/people/phone.ts';
import { toBlob } from '#shared/sheets/write/workbook.ts';
import { exportWords } from '#shared/words/bills.ts';
import { dueDayNow } from '../../lib/due-day.ts';
import { writeBills, writeOutbox, writeReport, writeTrail } from './export-workbooks.ts';
import type { ExportReport, ExportRequest, WantedExport } from './exporting.ts';
import {
  fetchBills,
  fetchMessagesOfGroup,
  fetchOutbox,
  fetchReport,
  fetchReportList,
  fetchReportRows,
  fetchTrail,
} from './fetch-lists.ts';
import { writeReportList, writeReportTable } from './report-workbooks.ts';

const report = (message: ExportReport): void => self.postMessage(message);
const rowsPerReport = 1000;

/** Yields all items, and reports the progress after every 1000 rows. */
function* withProgress<T>(items: readonly T[]): Generator<T> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % rowsPerReport === 0) report({ kind: 'progress', rows: index });
    yield item;
  }
}

async function writeMoney(
  sheet: string,
  wanted: Extract<WantedExport, { kind: 'money' }>,
  session: ExportRequest['session'],
): Promise<ReadableStream<Uint8Array>> {
  const report = await fetchReport(session, wanted);
  if (wanted.figure) {
    const items = withProgress(await fetchReportList(session, wanted));
    return writeReportList(sheet, { report, items });
  }
  return writeReportTable(sheet, { report, rows: withProgress(await fetchReportRows(session, wanted)) });
}

async function write({ wanted, sheet, session }: ExportRequest): Promise<ReadableStream<Uint8Array>> {
  const { timeZone } = session;
  if (wanted.kind === 'outbox')
    return writeOutbox(sheet, withProgress(await fetchOutbox(session, wanted)), timeZone);
  if (wanted.kind === 'trail')
    return writeTrail(sheet, withProgress(await fetchTrail(session, wanted)), timeZone);
  if (wanted.kind === 'money') return writeMoney(sheet, wanted, session);
  const bills = await fetchBills(session, wanted);
  if (wanted.kind === 'bills') return writeBills(sheet, withProgress(bills), dueDayNow(session));
  return writeReport(sheet, {
    isWhole: wanted.status === 'all' && wanted.search === '',
    bills: withProgress(bills),
    messages: await fetchMessagesOfGroup(session, wanted),
    timeZone,
    country: session.country as CountryCode,
  });
}

async function answer(request: ExportRequest): Promise<ExportReport> {
  try {
    return { kind: 'done', workbook: await toBlob(await write(request)) };
  } catch (failure) {
    if (failure instanceof Failure) return { kind: 'failed', sentence: failure.message, code: failure.code };
    console.error(failure);
    return { kind: 'failed', sentence: exportWords.stopped };
  }
}

// A failure of the export is sent as a report, so `answer` never rejects.
self.addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => void answer(data).then(report));
