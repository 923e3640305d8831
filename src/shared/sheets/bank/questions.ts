/** The values of a bank file whose meaning a person must state. Each value is asked once for the whole file. */

/** `in`, `out`: money came in or went out. `none`: no money moved. The others say what a dot in an amount means. */
const bankAnswers = ['in', 'out', 'none', 'thousands', 'decimals'] as const;
export type BankAnswer = (typeof bankAnswers)[number];

/** `mark`: a word beside an amount. `amount`: an amount that cannot be read. `dots`: an amount such as `9.000`. */
export type BankQuestionKind = 'mark' | 'status' | 'amount' | 'dots';

/** `text`: the value as written in the file; of `dots`, the first such amount. `answer` is null until a person answers. */
export type BankQuestion = {
  kind: BankQuestionKind;
  text: string;
  count: number;
  choices: readonly BankAnswer[];
  answer: BankAnswer | null;
};

type Question = Pick<BankQuestion, 'kind' | 'text' | 'choices'> & { proposed?: BankAnswer | undefined };

/** Answers of a person by the kind and the text of their question. */
export type BankAnswers = ReadonlyMap<string, BankAnswer>;

/** All amounts with a doubtful dot share one question. */
export const questionKey = ({ kind, text }: Pick<BankQuestion, 'kind' | 'text'>): string =>
  kind === 'dots' ? kind : `${kind} ${text.toLowerCase()}`;

/** Collects the questions of a file while its rows are read, and returns the answers that exist already. */
export class BankQuestions {
  readonly #answers: BankAnswers;
  readonly #questions = new Map<string, BankQuestion>();

  constructor(answers: BankAnswers) {
    this.#answers = answers;
  }

  ask({ proposed, ...question }: Question): BankAnswer | null {
    const key = questionKey(question);
    const answer = this.#answers.get(key) ?? proposed ?? null;
    const stored = this.#questions.get(key) ?? { ...question, count: 0, answer };
    stored.count += 1;
    this.#questions.set(key, stored);
    return answer;
  }

  get all(): BankQuestion[] {
    return [...this.#questions.values()];
  }
}
