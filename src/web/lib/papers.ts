/** Fetches a family's own paper with the session's token and opens it in a new tab. */
import { paperIn } from '#shared/media.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { toastError } from '../ui/toast.ts';
import { download } from './download.ts';
import { type FetchedFile, fetchFile } from './send.ts';

/** Milliseconds that the tab has to read the file. */
const kept = 60_000;

/** The tab is opened during the click, because browsers block later pop-ups. Without a tab the file is downloaded. */
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

/** Opens the paper of a message for its bills as they are now; undefined if the message carries none. */
export const paperOfMessage = (media: string, messageID: number): (() => void) | undefined =>
  paperIn(media) ? () => void openFile(fetchPaperOf(messageID)) : undefined;

/** Opens what a family with these bills would be sent, to this number if one is given. */
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
