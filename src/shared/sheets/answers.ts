/** What a person answered for many rows at once. Each answer is a layer over the sheet: taken away, it leaves what was there before. */
import type { AnswerName, ProblemLine } from './checked.ts';

/** `edits`: what each of the rows holds instead, by field. `out`: those that are left out. */
export type AnswerLayer = {
  line: ProblemLine;
  answer: AnswerName;
  /** Its rows as they are shown. */
  ids: readonly number[];
  edits?: ReadonlyMap<string, string>;
  out?: Set<number>;
  /** They were taken for totals or notes, and are bills. */
  isOfBills?: true;
  /** Their amounts that were cut at commas are made whole. */
  isJoined?: true;
};

export class Answers {
  readonly #layers = new Map<string, AnswerLayer & { has: ReadonlySet<number> }>();

  get all(): readonly AnswerLayer[] {
    return [...this.#layers.values()];
  }

  of(key: string): AnswerLayer | undefined {
    return this.#layers.get(key);
  }

  put(layer: AnswerLayer): void {
    this.#layers.set(layer.line.key, { ...layer, has: new Set(layer.ids) });
  }

  /** The answer that is taken back. */
  take(key: string): AnswerLayer | undefined {
    const layer = this.#layers.get(key);
    this.#layers.delete(key);
    return layer;
  }

  isOut(id: number): boolean {
    for (const { out } of this.#layers.values()) if (out?.has(id)) return true;
    return false;
  }

  isBill(id: number): boolean {
    for (const { isOfBills, has } of this.#layers.values()) if (isOfBills && has.has(id)) return true;
    return false;
  }

  isJoined(id: number): boolean {
    for (const { isJoined, has } of this.#layers.values()) if (isJoined && has.has(id)) return true;
    return false;
  }

  /** A row that is taken in by hand is left out by none of them. */
  takeIn(id: number): void {
    for (const { out } of this.#layers.values()) out?.delete(id);
  }

  /** What was typed into the row by hand stands above what was answered for many. */
  over(id: number, typed: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> | undefined {
    let all: Map<string, string> | undefined;
    for (const { edits, has } of this.#layers.values()) {
      if (!edits || !has.has(id)) continue;
      all ??= new Map();
      for (const [field, text] of edits) all.set(field, text);
    }
    if (!all) return typed;
    for (const [field, text] of typed ?? []) all.set(field, text);
    return all;
  }
}
