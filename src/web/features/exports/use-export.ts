import { useEffect, useRef } from 'react';
import { Failure, type FailureCode } from '#shared/failures.ts';
import { exportWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { download } from '../../lib/download.ts';
import { currentSession, keepSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { toastWorking } from '../../ui/toast.ts';
import type { ExportSession, WantedExport } from './exporting.ts';
import { fileNameOf } from './rules.ts';
import { startExport } from './start-export.ts';

/** Milliseconds. An export that takes less time shows no progress. */
const shownAfter = 1000;

type Export = { isBusy: boolean; start: (title: string, wanted: WantedExport) => void };

function sessionForWorker(): ExportSession {
  const session = currentSession();
  if (!session) throw new Error('An export requires a signed-in user.');
  const { token, db, cId, timeZone, country, graceDays, sundayDays } = session;
  return { token, db, cId, timeZone, country, graceDays, sundayDays };
}

/** Shows the progress of an export that takes longer. `end` removes the toast. */
function showProgress(fileName: string, onCancel: () => void) {
  let toast: ReturnType<typeof toastWorking> | undefined;
  let message: string = exportWords.fetching(fileName);
  const clock = setTimeout(() => {
    toast = toastWorking(message, commonWords.cancel, onCancel);
  }, shownAfter);
  return {
    report: (rows: number): void => {
      message = exportWords.writing(fileName, rows);
      toast?.say(message);
    },
    end: (): void => {
      clearTimeout(clock);
      toast?.end();
    },
  };
}

/** The running export: its promise, and `stop`, which ends it without a file. */
function exportFile(title: string, wanted: WantedExport) {
  const session = sessionForWorker();
  const fileName = fileNameOf(title, wanted);
  let stop = (): void => {};
  const ended = new Promise<void>((resolve, reject) => {
    const progress = showProgress(fileName, () => stop());
    const finish = (end: () => void): void => {
      progress.end();
      end();
    };
    const stopWorker = startExport(
      { wanted, sheet: title, session },
      {
        onProgress: progress.report,
        onDone: (workbook) => {
          finish(resolve);
          download(workbook, fileName);
        },
        onFailed: (sentence: string, code: FailureCode = 'broken') => {
          // If the session has ended, the whole page signs out, unless the user has signed in again since.
          if (code === 'signedOut' && currentSession()?.token === session.token) keepSession(null);
          finish(() => reject(new Failure(code, sentence)));
        },
      },
    );
    stop = () => {
      stopWorker();
      finish(resolve);
    };
  });
  return { ended, stop };
}

/** Runs one export at a time and downloads the finished file. Leaving the screen cancels the export. */
export function useExport(): Export {
  const { isBusy, run } = useAction();
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const start = (title: string, wanted: WantedExport): void =>
    void run(() => {
      const running = exportFile(title, wanted);
      stop.current = running.stop;
      return running.ended;
    });
  return { isBusy, start };
}
