/** The program cannot start, for a reason a person can mend: printed as one line, without a stack. */
export class StartFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartFailure';
  }
}
