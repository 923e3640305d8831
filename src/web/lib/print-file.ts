/** Files of PDF that the server made, on their way to the printer of whoever sits here. */
import { download } from './download.ts';
import type { FetchedFile } from './send.ts';

/** The frame with what was printed last: not every browser has read it when `print` returns. */
let printed: { frame: HTMLIFrameElement; url: string } | undefined;

/** Opens the printer's window for a file. A browser that shows no PDF, as on most phones, keeps it as a file. */
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
  // Not `display: none`: what is not laid out is not printed.
  frame.style.cssText = 'position:fixed;inset-inline-end:0;bottom:0;width:1px;height:1px;border:0;opacity:0';
  frame.title = name;
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  frame.dataset.paperFile = name;
  // The keyboard stays where it is: at the counter the next family is scanned meanwhile.
  frame.onload = () => frame.contentWindow?.print();
  frame.src = url;
  document.body.append(frame);
}
