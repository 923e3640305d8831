/** Offers a file made in the page as a download. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  // Outside the document some browsers drop the file name of a link.
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click, and a minute is more than enough to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
