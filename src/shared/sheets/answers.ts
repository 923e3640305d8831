/**
 * Answers of a person for many rows at once. Each answer is a layer over the sheet. Removing the layer
 * restores the sheet.
 */
import type { AnswerName, ProblemLine } from './checked.ts';

/** `edits`: the new values of the layer's rows, by field. `out`: rows that are left out. */
export type AnswerLayer = {
  line: ProblemLine;
  answer: AnswerName;
  /** The rows of the line, in the order in which they are shown. */
  ids: readonly number[];
  edits?: ReadonlyMap<string, string>;
  /** The new values of single rows, by id and field. */
  rowEdits?: ReadonlyMap<number, ReadonlyMap<string, string>>;
  out?: Set<number>;
  /** The rows were taken for totals or notes, and the person says that they are bills. */
  isOfBills?: true;
  /** The amounts that were cut at commas are joined. */
  isJoined?: true;
  /** The person says that the problem of the rows is none. */
  isAccepted?: true;
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

  /** Removes an answer and returns it. */
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

  /** Whether a person said that this problem of the row is none. */
  isAccepted(id: number, kind: ProblemLine['kind']): boolean {
    for (const { isAccepted, line, has } of this.#layers.values())
      if (isAccepted && line.kind === kind && has.has(id)) return true;
    return false;
  }

  /** A row that the clerk takes back by hand is no longer left out by any answer. */
  takeIn(id: number): void {
    for (const { out } of this.#layers.values()) out?.delete(id);
  }

  /** A value typed by hand overrides an answer for many rows. */
  over(id: number, typed: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> | undefined {
    let all: Map<string, string> | undefined;
    for (const { edits, rowEdits, has } of this.#layers.values()) {
      const own = rowEdits?.get(id) ?? (has.has(id) ? edits : undefined);
      if (!own) continue;
      all ??= new Map();
      for (const [field, text] of own) all.set(field, text);
    }
    if (!all) return typed;
    for (const [field, text] of typed ?? []) all.set(field, text);
    return all;
  }
}
