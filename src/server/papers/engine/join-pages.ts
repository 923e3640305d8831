/**
 * Joins PDF files of our compiler (PDF 1.7, one cross-reference table, no object streams) into one file. Objects get
 * new numbers; their content is copied unchanged. This is not a general PDF reader and fails for other files.
 */

/** Builds a file piece by piece. The caller appends the returned bytes to the earlier ones. */
export type PageJoiner = {
  /** Adds the pages of another file. */
  add: (pdf: Buffer) => Buffer;
  end: () => Buffer;
};

const head = Buffer.from('%PDF-1.7\n%\x80\x80\x80\x80\n', 'latin1');
const streams = Buffer.from('\nstream\n', 'latin1');

/** The byte offset of each object of a file, by the number of the object. */
function readOffsets(pdf: Buffer): { offsets: Map<number, number>; trailer: string } {
  const tail = pdf.toString('latin1', Math.max(pdf.length - 1024, 0));
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const table = pdf.toString('latin1', start);
  const [, count, rows = '', trailer = ''] =
    /^xref\n0 (\d+)\n([\s\S]*?)trailer\n([\s\S]*)$/.exec(table) ?? [];
  const offsets = new Map<number, number>();
  for (const [number, row] of rows.trim().split(/\r?\n/).entries())
    if (row.trimEnd().endsWith('n')) offsets.set(number, Number(row.slice(0, 10)));
  if (offsets.size + 1 !== Number(count)) throw new Error('no file of our compiler');
  return { offsets, trailer };
}

/** Splits the bytes of an object into its dictionary and its stream. */
function readObject(pdf: Buffer, from: number): { dictionary: string; stream: Buffer } {
  const end = pdf.indexOf('\nendobj', from, 'latin1');
  const streamAt = pdf.indexOf(streams, from);
  const bodyAt = pdf.indexOf('obj\n', from, 'latin1') + 4;
  if (streamAt < 0 || streamAt > end)
    return { dictionary: pdf.toString('latin1', bodyAt, end), stream: Buffer.alloc(0) };
  const dictionary = pdf.toString('latin1', bodyAt, streamAt);
  // A stream may contain any bytes, so its end is computed from its length.
  const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
  const streamEnd = streamAt + streams.length + length;
  const after = pdf.indexOf('endstream', streamEnd, 'latin1') + 'endstream'.length;
  return { dictionary, stream: pdf.subarray(streamAt, after) };
}

const numberIn = (text: string, key: string): number =>
  Number(new RegExp(`/${key} (\\d+) 0 R`).exec(text)?.[1]);

/** The state of the joined file so far. */
type Joined = {
  /**
   * The byte offset of each object. 0 means that there is no object with this number. Objects 1 and 2, the catalogue
   * and the root of the pages, are written last.
   */
  offsets: number[];
  trees: { number: number; count: number }[];
  length: number;
};

const objectOf = (number: number, text: string, stream: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    Buffer.from(`${number} 0 obj\n${text}`, 'latin1'),
    stream,
    Buffer.from('\nendobj\n\n', 'latin1'),
  ]);

/**
 * The objects of a file, without its catalogue and its other document-level objects. Their new numbers come after the
 * existing ones.
 */
function moveObjects(joined: Joined, pdf: Buffer): Buffer[] {
  const { offsets: own, trailer } = readOffsets(pdf);
  const shift = joined.offsets.length - 1;
  const catalogue = numberIn(trailer, 'Root');
  const { dictionary: root } = readObject(pdf, own.get(catalogue) ?? 0);
  const tree = numberIn(root, 'Pages');
  const left = new Set([catalogue, numberIn(trailer, 'Info'), numberIn(root, 'Metadata')]);
  const parts: Buffer[] = [];
  let at = joined.length;
  for (const [number, from] of [...own].sort(([one], [other]) => one - other)) {
    const { dictionary, stream } = readObject(pdf, from);
    joined.offsets[number + shift] = left.has(number) ? 0 : at;
    if (left.has(number)) continue;
    let text = dictionary.replace(/\b(\d+) 0 R\b/g, (_all, one: string) => `${Number(one) + shift} 0 R`);
    if (number === tree) {
      text = text.replace('/Type /Pages', '/Type /Pages\n  /Parent 2 0 R');
      joined.trees.push({ number: number + shift, count: Number(/\/Count (\d+)/.exec(dictionary)?.[1]) });
    }
    const object = objectOf(number + shift, text, stream);
    at += object.length;
    parts.push(object);
  }
  return parts;
}

/** The catalogue, the root of the pages, and the cross-reference table. */
function endParts(joined: Joined, title: string): Buffer[] {
  const { offsets, trees } = joined;
  const kids = trees.map(({ number }) => `${number} 0 R`).join(' ');
  const count = trees.reduce((sum, one) => sum + one.count, 0);
  const info = offsets.length;
  const hex = Buffer.from(`\ufeff${title}`, 'utf16le').swap16().toString('hex');
  const last: [number, string][] = [
    [1, '<< /Type /Catalog /Pages 2 0 R >>'],
    [2, `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`],
    [info, `<< /Title <${hex}> /Creator (Qasid) >>`],
  ];
  let at = joined.length;
  const parts = last.map(([number, text]) => {
    offsets[number] = at;
    const object = objectOf(number, text);
    at += object.length;
    return object;
  });
  const rows = offsets.map((offset) =>
    offset === 0 ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`,
  );
  const size = `/Size ${offsets.length} /Root 1 0 R /Info ${info} 0 R`;
  const table = `xref\n0 ${offsets.length}\n${rows.join('')}trailer\n<< ${size} >>\nstartxref\n${at}\n%%EOF\n`;
  return [...parts, Buffer.from(table, 'latin1')];
}

export function createPageJoiner(title: string): PageJoiner {
  const joined: Joined = { offsets: [0, 0, 0], trees: [], length: head.length };
  let isBegun = false;
  const write = (parts: Buffer[]): Buffer => {
    const bytes = Buffer.concat(parts);
    joined.length += bytes.length;
    if (isBegun) return bytes;
    isBegun = true;
    return Buffer.concat([head, bytes]);
  };
  return {
    add: (pdf) => write(moveObjects(joined, pdf)),
    end: () => write(endParts(joined, title)),
  };
}
