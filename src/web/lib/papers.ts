/** Fetches the voucher or receipt of a family with the session's token and opens it in a new tab. */
import { paperIn } from '#shared/messages/media.ts';
import { download } from './download.ts';
import { type FetchedFile, fetchFile } from './send.ts';
import { toastFailure } from './toast-failure.ts';

/** Milliseconds for which the URL of the file stays valid, so that the tab can read it. */
const validFor = 60_000;

/**
 * Opens the tab before the file has arrived, because browsers block later pop-ups. Without a tab it downloads the file.
 */
async function openFile(fetching: Promise<FetchedFile>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const { blob, name } = await fetching;
    if (!tab) return download(blob, name);
    const url = URL.createObjectURL(blob);
    tab.location.replace(url);
    setTimeout(() => URL.revokeObjectURL(url), validFor);
  } catch (error) {
    tab?.close();
    toastFailure(error);
  }
}

const fetchPaperOf = (messageID: number): Promise<FetchedFile> =>
  fetchFile('GET /Outbox/:id/Document', { params: { id: messageID } });

/** A function that opens the paper of a message, made for its bills as they are now. Undefined if it has no paper. */
export const paperOfMessage = (media: string, messageID: number): (() => void) | undefined =>
  paperIn(media) ? () => void openFile(fetchPaperOf(messageID)) : undefined;

/** A function that opens the voucher that a message about these bills would carry to this number. */
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
    toastFailure(error);
  }
}
