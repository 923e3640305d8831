/** A family's own paper, fetched with the session's token and opened in a tab of its own. */
import { paperIn } from '#shared/media.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { toastError } from '../ui/toast.ts';
import { download } from './download.ts';
import { type FetchedFile, fetchFile } from './send.ts';

/** Milliseconds for which the tab may take the file. */
const kept = 60_000;

/** The tab is made while one presses, or it would be held back as one that nobody asked for; without it the file is saved. */
async function openFile(fetching: Promise<FetchedFile>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { blob, name } = await fetching;
    if (!tab) return download(blob, name);
    const url = URL.createObjectURL(blob);
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), kept);
  } catch (error) {
    tab?.close();
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}

const fetchPaperOf = (messageID: number): Promise<FetchedFile> =>
  fetchFile('GET /Outbox/:id/Document', { params: { id: messageID } });

/** The way to the paper of a message, by its bills as they are now; undefined where it carries none. */
export const paperOfMessage = (media: string, messageID: number): (() => void) | undefined =>
  paperIn(media) ? () => void openFile(fetchPaperOf(messageID)) : undefined;

/** The way to what a family with these bills would be sent, to this number where one is given. */
export const paperOfBills =
  (billIDs: readonly number[], number = '') =>
  (): void => {
    const query = { billIDs: billIDs.join(','), ...(number === '' ? {} : { number }) };
    void openFile(fetchFile('GET /Vouchers/Document', { query }));
  };

export async function savePaperOf(messageID: number): Promise<void> {
  try {
    const { blob, name } = await fetchPaperOf(messageID);
    download(blob, name);
  } catch (error) {
    toastError(toasts.errorTitle, sentenceOf(error));
  }
}
