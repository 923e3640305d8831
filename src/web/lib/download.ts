/** Gives the person a file that was made in the page. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  // Outside of the page a link may lose its name on the way.
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after the click; a minute is more than it needs to begin.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
