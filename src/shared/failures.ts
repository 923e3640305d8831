/** The shape of every failed call: `{code, message, issues?}`. */
export const failureCodes = {
  malformed: 400,
  signedOut: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  unsupported: 415,
  invalid: 422,
  tooMany: 429,
  broken: 500,
  unavailable: 503,
} as const;

export type FailureCode = keyof typeof failureCodes;
export type Issue = { path: string; message: string };
/** What is asked about a payment before it is stored. The request is repeated with `confirmed: true`. */
export type PaymentDoubt =
  | 'sameReference'
  | 'sameCash'
  | 'cashInBank'
  | 'yearAgo'
  | 'otherYear'
  | 'beforeBill';
/** What the server asks before it stores something. `reason`: the request is repeated with a reason. */
export type Ask = 'reason' | PaymentDoubt;
export type FailureBody = { code: FailureCode; message: string; issues?: Issue[]; asks?: Ask[] };

/** An action throws it to refuse a call. `message` is a sentence for the person at the screen. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly issues: Issue[] | undefined;

  constructor(code: FailureCode, message: string, issues?: Issue[]) {
    super(message);
    this.name = 'Failure';
    this.code = code;
    this.issues = issues;
  }

  get status(): number {
    return failureCodes[this.code];
  }

  toBody(): FailureBody {
    const body: FailureBody = { code: this.code, message: this.message };
    return this.issues ? { ...body, issues: this.issues } : body;
  }
}

/** Refused until a person has answered. `message` is the question. */
export class Question extends Failure {
  readonly asks: Ask[];

  constructor(asks: Ask[], message: string, issues?: Issue[]) {
    super('conflict', message, issues);
    this.asks = asks;
  }

  override toBody(): FailureBody {
    return { ...super.toBody(), asks: this.asks };
  }
}

/** Refused for now. The answer's `Retry-After` says after how many seconds the caller may try again. */
export class TooMany extends Failure {
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('tooMany', message);
    this.retryAfter = retryAfter;
  }
}
