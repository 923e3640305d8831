/** The records of a workbook stream of Excel 97 and later (BIFF8), and the texts in them. */

import { SheetFailure } from '../sheet-failure.ts';
import { fileFailures } from '../sheet-words.ts';
import type { Room } from './unzip.ts';

/** A record that continues the previous one, because a record has at most 8,224 bytes. */
const continued = 0x3c;
const longestPiece = 8192;

/** Flags of a text: two bytes per character, followed by phonetic data, followed by formatting runs. */
const [isWide, hasExtra, hasRuns] = [1, 4, 8];

// Excel writes the lower bytes of UTF-16, where 80 to 9f are not used; other programs write Windows-1252 there.
const narrow = new TextDecoder('windows-1252');

export class BiffRecords {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  /** The current record, and where its content begins and ends. */
  type = 0;
  from = 0;
  to = 0;
  readonly #room: Room;

  /** `room` limits the bytes of all records that are read. */
  constructor(bytes: Uint8Array, room: Room) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#room = room;
  }

  /** The next record begins at `at`. */
  goTo(at: number): void {
    this.to = at;
  }

  /** Goes to the next record. Throws `SheetFailure` at the end of the stream. */
  next(): void {
    const at = this.to;
    if (at + 4 > this.bytes.length) throw new SheetFailure(fileFailures.damaged);
    this.type = this.view.getUint16(at, true);
    this.from = at + 4;
    this.to = this.from + this.view.getUint16(at + 2, true);
    this.#room.left -= this.to - at;
    if (this.#room.left < 0) throw new SheetFailure(fileFailures.tooMuchInside);
    if (this.to > this.bytes.length) throw new SheetFailure(fileFailures.damaged);
  }

  /** Whether the content of the record has at least this number of bytes. */
  holds(length: number): boolean {
    return this.to - this.from >= length;
  }

  /**
   * A reader for the rest of the record and its continuations. Afterwards the last continuation is the current record.
   */
  textsFrom(offset: number): BiffTexts {
    const pieces = [{ from: this.from + offset, to: this.to }];
    while (this.to + 4 <= this.bytes.length && this.view.getUint16(this.to, true) === continued) {
      this.next();
      pieces.push({ from: this.from, to: this.to });
    }
    return new BiffTexts(this, pieces);
  }
}

/** Reads texts in a record and its continuations. A text may be split at any record boundary. */
class BiffTexts {
  readonly #bytes: Uint8Array;
  readonly #pieces: readonly { from: number; to: number }[];
  #piece = 0;
  #at: number;
  #to: number;

  constructor({ bytes }: BiffRecords, pieces: readonly { from: number; to: number }[]) {
    this.#bytes = bytes;
    this.#pieces = pieces;
    this.#at = pieces[0]?.from ?? 0;
    this.#to = pieces[0]?.to ?? 0;
  }

  /** At the end of a record, moves to its continuation. False if there is none. */
  #moveToContinuation(): boolean {
    while (this.#at >= this.#to) {
      this.#piece += 1;
      const piece = this.#pieces[this.#piece];
      if (!piece) return false;
      this.#at = piece.from;
      this.#to = piece.to;
    }
    return true;
  }

  get isAtEnd(): boolean {
    return !this.#moveToContinuation();
  }

  #byte(): number {
    if (!this.#moveToContinuation()) return 0;
    this.#at += 1;
    return this.#bytes[this.#at - 1] ?? 0;
  }

  /** An integer of 1, 2 or 4 bytes. Missing bytes count as zeros. */
  integer(bytes: 1 | 2 | 4): number {
    let value = 0;
    for (let at = 0; at < bytes; at += 1) value += this.#byte() * 2 ** (8 * at);
    return value;
  }

  #skip(bytes: number): void {
    for (let left = bytes; left > 0 && this.#moveToContinuation(); ) {
      const step = Math.min(left, this.#to - this.#at);
      this.#at += step;
      left -= step;
    }
  }

  /** A text whose length field has one or two bytes. If the file ends early, only the existing part is returned. */
  text(lengthBytes: 1 | 2): string {
    const length = this.integer(lengthBytes);
    const flags = this.#byte();
    const runs = flags & hasRuns ? this.integer(2) : 0;
    const extra = flags & hasExtra ? this.integer(4) : 0;
    const text = this.#letters(length, (flags & isWide) !== 0);
    this.#skip(runs * 4 + extra);
    return text;
  }

  /** If a record ends inside a text, the next record begins with a flag that says whether the rest is wide. */
  #letters(length: number, wide: boolean): string {
    let text = '';
    let size = wide ? 2 : 1;
    for (let left = length; left > 0; ) {
      if (this.#at >= this.#to) {
        if (!this.#moveToContinuation()) break;
        size = this.#byte() & isWide ? 2 : 1;
      }
      const count = Math.min(left, Math.floor((this.#to - this.#at) / size), longestPiece);
      if (count === 0) {
        // Skips half a character that is left.
        this.#at = this.#to;
        continue;
      }
      text += size === 2 ? this.#wide(count) : this.#narrow(count);
      left -= count;
    }
    return text;
  }

  #narrow(count: number): string {
    this.#at += count;
    return narrow.decode(this.#bytes.subarray(this.#at - count, this.#at));
  }

  #wide(count: number): string {
    const codes: number[] = [];
    for (let at = this.#at; at < this.#at + count * 2; at += 2)
      codes.push((this.#bytes[at] ?? 0) + (this.#bytes[at + 1] ?? 0) * 256);
    this.#at += count * 2;
    return String.fromCharCode(...codes);
  }
}
