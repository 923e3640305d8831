/** A file that cannot be used as a whole; the message is a sentence for the clerk. */
export class SheetFailure extends Error {
  override name = 'SheetFailure';
}
