/** Prints PDF files that the server has made. */
import { download } from './download.ts';
import type { FetchedFile } from './send.ts';

/** The frame with the last printed file. It stays because some browsers read the file only after `print` returns. */
let printed: { frame: HTMLIFrameElement; url: string } | undefined;

/** Opens the print dialog for a file. A browser without a PDF viewer, as on most phones, downloads it instead. */
export function printFile({ blob, name }: FetchedFile): void {
  if (!navigator.pdfViewerEnabled) {
    download(blob, name);
    return;
  }
  if (printed) {
    printed.frame.remove();
    URL.revokeObjectURL(printed.url);
  }
  const frame = document.createElement('iframe');
  const url = URL.createObjectURL(blob);
  printed = { frame, url };
  // Not `display: none`, because content without layout is not printed.
  frame.style.cssText = 'position:fixed;inset-inline-end:0;bottom:0;width:1px;height:1px;border:0;opacity:0';
  frame.title = name;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.dataset.paperFile = name;
  // The focus does not move to the frame, because at the counter the clerk may already scan the next voucher.
  frame.onload = () => frame.contentWindow?.print();
  frame.src = url;
  document.body.append(frame);
}
