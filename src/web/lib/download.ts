/** Offers a file made in the page as a download. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  // Some browsers ignore the file name if the link is not in the document.
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click, so its URL must stay valid for a while. A minute is enough.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
