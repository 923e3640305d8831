/** Loads the data of an export and writes the workbook in a worker, which the page can end. */

import { Failure } from '#shared/failures.ts';
import type { CountryCode } from '#shared/phone.ts';
import { writeBills, writeOutbox, writeReport, writeTrail } from '#shared/sheets/write/export-workbooks.ts';
import { writeReportList, writeReportTable } from '#shared/sheets/write/report-workbooks.ts';
import { toBlob } from '#shared/sheets/write/workbook.ts';
import { exportWords } from '#shared/words/bills.ts';
import { dueDayNow } from '../../lib/due-day.ts';
import type { ExportAsked, ExportReport, WantedExport } from './exporting.ts';
import {
  fetchBills,
  fetchMessagesOfGroup,
  fetchOutbox,
  fetchReport,
  fetchReportList,
  fetchReportRows,
  fetchTrail,
} from './fetch-lists.ts';

const report = (message: ExportReport): void => self.postMessage(message);
const reportedEvery = 1000;

/** Yields the same items and reports the progress at intervals. */
function* counted<T>(items: readonly T[]): Generator<T> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % reportedEvery === 0) report({ kind: 'progress', rows: index });
    yield item;
  }
}

async function writeMoney(
  sheet: string,
  wanted: Extract<WantedExport, { kind: 'money' }>,
  place: ExportAsked['place'],
): Promise<ReadableStream<Uint8Array>> {
  const report = await fetchReport(place, wanted);
  if (wanted.figure) {
    const items = counted(await fetchReportList(place, wanted));
    return writeReportList(sheet, { report, items });
  }
  return writeReportTable(sheet, { report, rows: counted(await fetchReportRows(place, wanted)) });
}

async function write({ wanted, sheet, place }: ExportAsked): Promise<ReadableStream<Uint8Array>> {
  const { timeZone } = place;
  if (wanted.kind === 'outbox')
    return writeOutbox(sheet, counted(await fetchOutbox(place, wanted)), timeZone);
  if (wanted.kind === 'trail') return writeTrail(sheet, counted(await fetchTrail(place, wanted)), timeZone);
  if (wanted.kind === 'money') return writeMoney(sheet, wanted, place);
  const bills = await fetchBills(place, wanted);
  if (wanted.kind === 'bills') return writeBills(sheet, counted(bills), dueDayNow(place));
  return writeReport(sheet, {
    isWhole: wanted.status === 'all' && wanted.search === '',
    bills: counted(bills),
    messages: await fetchMessagesOfGroup(place, wanted),
    timeZone,
    country: place.country as CountryCode,
  });
}

async function answer(asked: ExportAsked): Promise<ExportReport> {
  try {
    return { kind: 'done', workbook: await toBlob(await write(asked)) };
  } catch (failure) {
    if (failure instanceof Failure) return { kind: 'failed', sentence: failure.message, code: failure.code };
    console.error(failure);
    return { kind: 'failed', sentence: exportWords.stopped };
  }
}

// A failure of the export is sent as a report, so `answer` never rejects.
self.addEventListener('message', ({ data }: MessageEvent<ExportAsked>) => void answer(data).then(report));
