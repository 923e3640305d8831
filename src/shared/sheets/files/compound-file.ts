/** The streams of a compound file: a file system of sectors in one file, which Office before 2007 writes. */

/** Offsets in the header at which the sizes and first sectors of the tables are stored. */
const header = {
  sectorShift: 30,
  miniShift: 32,
  directory: 48,
  cutoff: 56,
  miniTable: 60,
  listOfTables: 68,
  tables: 76,
};
const tablesInHeader = 109;
const entryLength = 128;
/** Bytes; enough for a workbook with thousands of embedded documents. */
const largestDirectory = 4 * 1024 * 1024;
/** Larger values are special: they mark the end of a chain or a free sector. */
const lastSector = 0xfffffff9;

type Entry = {
  name: string;
  type: number;
  left: number;
  right: number;
  child: number;
  start: number;
  size: number;
};
const stream = 2;

export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorSize: number;
  /** Offsets of the sectors of the allocation table, which lists the next sector of each sector. */
  readonly #table: number[];
  readonly #entries: Entry[];
  readonly #top: Entry[];

  /** Throws `RangeError` if the file ends inside its header. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sectorSize = this.#view.getUint16(header.sectorShift, true) === 12 ? 4096 : 512;
    this.#table = this.#findTable();
    const directory = this.#read(this.#view.getUint32(header.directory, true), largestDirectory);
    this.#entries = entriesOf(directory);
    this.#top = this.#findTop();
  }

  #placeOf(sector: number): number {
    return (sector + 1) * this.#sectorSize;
  }

  /** The header lists the first of these sectors, and a chain of sectors lists the others. */
  #findTable(): number[] {
    const found: number[] = [];
    const addSectors = (from: number, count: number) => {
      for (let at = from; at < from + count * 4 && at + 4 <= this.#bytes.length; at += 4) {
        const sector = this.#view.getUint32(at, true);
        if (sector <= lastSector) found.push(this.#placeOf(sector));
      }
    };
    addSectors(header.tables, tablesInHeader);
    const inSector = this.#sectorSize / 4 - 1;
    let sector = this.#view.getUint32(header.listOfTables, true);
    for (let left = this.#bytes.length / this.#sectorSize; left > 0 && sector <= lastSector; left -= 1) {
      const place = this.#placeOf(sector);
      if (place + this.#sectorSize > this.#bytes.length) break;
      addSectors(place, inSector);
      sector = this.#view.getUint32(place + inSector * 4, true);
    }
    return found;
  }

  #next(sector: number): number {
    const inSector = this.#sectorSize / 4;
    const place = (this.#table[Math.floor(sector / inSector)] ?? Number.NaN) + (sector % inSector) * 4;
    return place + 4 <= this.#bytes.length ? this.#view.getUint32(place, true) : 0xfffffffe;
  }

  /** The bytes of a chain of sectors up to a maximum; fewer if the chain ends early. A cyclic chain also ends. */
  #read(start: number, size: number): Uint8Array {
    const most = Math.min(size, this.#bytes.length);
    const runs: Uint8Array[] = [];
    let length = 0;
    let sector = start;
    while (length < most && sector <= lastSector && this.#placeOf(sector) < this.#bytes.length) {
      const from = this.#placeOf(sector);
      let to = from;
      // Consecutive sectors are copied as one run.
      for (let here = sector; here === sector && length + to - from < most; here += 1) {
        to += this.#sectorSize;
        sector = this.#next(here);
        if (sector !== here + 1) break;
      }
      const run = this.#bytes.subarray(from, Math.min(to, from + most - length));
      runs.push(run);
      length += run.length;
    }
    return join(runs, length);
  }

  #findTop(): Entry[] {
    const found: Entry[] = [];
    const seen = new Set<number>();
    const open = [this.#entries[0]?.child ?? 0];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      const entry = this.#entries[place];
      if (!entry || seen.has(place)) continue;
      seen.add(place);
      found.push(entry);
      open.push(entry.left, entry.right);
    }
    return found;
  }

  /** Whether the entry is at the top level, not inside an embedded document. */
  has(name: string): boolean {
    return this.#top.some((entry) => isNamed(entry, name));
  }

  /** The first stream with one of these names, in any case; undefined if there is none. */
  find(...names: string[]): Uint8Array | undefined {
    for (const name of names) {
      const entry = this.#top.find((one) => one.type === stream && isNamed(one, name));
      if (entry) return this.#streamOf(entry);
    }
    return undefined;
  }

  /** A short stream is stored in mini sectors inside the stream of the root. */
  #streamOf({ start, size }: Entry): Uint8Array {
    if (size >= this.#view.getUint32(header.cutoff, true)) return this.#read(start, size);
    const root = this.#entries[0];
    const whole = this.#read(root?.start ?? 0, root?.size ?? 0);
    const table = this.#read(this.#view.getUint32(header.miniTable, true), this.#bytes.length);
    const next = new DataView(table.buffer, table.byteOffset, table.byteLength);
    const sectorSize = 2 ** Math.min(this.#view.getUint16(header.miniShift, true), 9);
    const runs: Uint8Array[] = [];
    let length = 0;
    for (let sector = start; length < size && sector * sectorSize < whole.length; ) {
      const run = whole.subarray(
        sector * sectorSize,
        sector * sectorSize + Math.min(sectorSize, size - length),
      );
      runs.push(run);
      length += run.length;
      if ((sector + 1) * 4 > table.length) break;
      sector = next.getUint32(sector * 4, true);
    }
    return join(runs, length);
  }
}

const isNamed = (entry: Entry, name: string): boolean => entry.name.toLowerCase() === name.toLowerCase();

function join(runs: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = runs;
  if (only && runs.length === 1) return only;
  const joined = new Uint8Array(length);
  let at = 0;
  for (const run of runs) {
    joined.set(run, at);
    at += run.length;
  }
  return joined;
}

function entriesOf(directory: Uint8Array): Entry[] {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const decoder = new TextDecoder('utf-16le');
  const found: Entry[] = [];
  for (let at = 0; at + entryLength <= directory.length; at += entryLength) {
    const nameLength = Math.min(Math.max(0, view.getUint16(at + 64, true) - 2), 62);
    found.push({
      name: decoder.decode(directory.subarray(at, at + nameLength)),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    });
  }
  return found;
}
