/**
 * A pull parser for XML that arrives in pieces. It returns the tags with the text before each. Names in the document's
 * own namespace, which is that of its first tag, have no prefix; names of other namespaces, such as `x15:workbookPr`,
 * become `:workbookPr`.
 */

import { SheetFailure } from '../sheet-failure.ts';
import { mostXmlWork } from '../sheet-limits.ts';
import { fileFailures } from '../sheet-words.ts';
import type { Room } from './unzip.ts';

const [bang, quote, apostrophe, slash, colon, greater, question] = [33, 34, 39, 47, 58, 62, 63];
/**
 * The most characters of one tag or text. A cell has at most 32,767; a longer text would be an attack on the processor.
 */
const longestPiece = 1_000_000;

const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const tooMuch = () => new SheetFailure(fileFailures.tooMuchInside);

/** Joins two texts within the length limit. Throws `SheetFailure`. */
export function longer(text: string, more: string): string {
  if (text.length + more.length > longestPiece) throw tooMuch();
  return text + more;
}

function characterOf(entity: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? entity;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
}

/** Entities that the document declares are not expanded, because a hostile document can make them grow without end. */
const decode = (text: string): string =>
  text.includes('&') ? text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, characterOf) : text;

/** The highest possible number of entities in the text. */
function countEntities(text: string): number {
  let count = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) count += 1;
  return count;
}

/** All line ends of the file become LF. */
const oneLineEnd = (text: string): string => (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text);

const declaration = /\sxmlns(?::([^\s=]{1,100}))?\s*=\s*(["'])(.*?)\2/g;
const nothing: readonly [string, string][] = [];

/** The end of the tag that continues at `from`; -1 if it has not arrived yet. */
function endOfTag(xml: string, from: number): number {
  let open = 0;
  for (let at = from; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (open !== 0) open = code === open ? 0 : open;
    else if (code === greater) return at;
    else if (code === quote || code === apostrophe) open = code;
  }
  return -1;
}

/** The most namespaces, far more than real documents declare. More would be an attack on the memory. */
const mostDeclared = 1000;

/** Which prefixes currently stand for the namespace of the document's first tag. */
class Namespaces {
  /** Namespaces by prefix. An undeclared prefix stands for itself. */
  readonly #bound = new Map<string, string>();
  readonly #scopes: { depth: number; before: [string, string | undefined][] }[] = [];
  #own: string | undefined;
  #declared = 0;
  #depth = 0;
  /** Whether a name without a prefix is in the document's own namespace. */
  isDefaultOwn = true;

  #of(prefix: string): string {
    return this.#bound.get(prefix) ?? `?${prefix}`;
  }

  isOwn(prefix: string): boolean {
    return prefix === '' ? this.isDefaultOwn : this.#of(prefix) === this.#own;
  }

  /** Opens a tag; `declared` are its namespaces by prefix. Throws `SheetFailure`. */
  open(prefix: string, declared: readonly [string, string][]): void {
    this.#depth += 1;
    if (declared.length > 0) {
      this.#declared += declared.length;
      if (this.#declared > mostDeclared) throw tooMuch();
      const before = declared.map(([name]): [string, string | undefined] => [name, this.#bound.get(name)]);
      this.#scopes.push({ depth: this.#depth, before });
      for (const [name, address] of declared) this.#bound.set(name, address);
    }
    this.#own ??= this.#of(prefix);
    if (declared.length > 0) this.isDefaultOwn = this.#of('') === this.#own;
  }

  close(): void {
    const scope = this.#scopes.at(-1);
    if (scope?.depth === this.#depth) {
      this.#scopes.pop();
      this.#declared -= scope.before.length;
      for (const [name, address] of scope.before.reverse())
        if (address === undefined) this.#bound.delete(name);
        else this.#bound.set(name, address);
      this.isDefaultOwn = this.#of('') === this.#own;
    }
    this.#depth -= 1;
  }
}

export class XmlReader {
  /** The current tag. An empty-element tag is returned as two. */
  name = '';
  isOpen = false;
  #xml = '';
  /** Where to continue. */
  #at = 0;
  /** Where the attributes of the current tag are. */
  #attributes = { from: 0, to: 0 };
  /** Where the text before the current tag is. */
  #before = { from: 0, to: 0 };
  /** Where the text after the last tag, comment or CDATA section begins. */
  #textFrom = 0;
  /** The text since the last tag, up to the last comment or CDATA section; the text inside CDATA is included. */
  #passed = '';
  /** The same for the text before the current tag. */
  #passedBefore = '';
  #isToClose = false;
  readonly #namespaces = new Namespaces();
  readonly #work: Room;
  /** The position of the next possible namespace declaration. Hardly any tag has one. */
  #declaredAt = -1;

  /** `work` limits the tags and entities of all documents that share it. They take time even if they take no memory. */
  constructor(work: Room = { left: mostXmlWork }) {
    this.#work = work;
  }

  #do(work: number): void {
    this.#work.left -= work;
    if (this.#work.left < 0) throw tooMuch();
  }

  #decode(text: string): string {
    if (!text.includes('&')) return oneLineEnd(text);
    this.#do(countEntities(text));
    return decode(oneLineEnd(text));
  }

  /** Adds more of the document, after `next` has returned everything before. Throws `SheetFailure`. */
  feed(xml: string): void {
    const rest = this.#xml.slice(this.#textFrom);
    if (rest.length > longestPiece) throw tooMuch();
    this.#at -= this.#textFrom;
    this.#textFrom = 0;
    this.#xml = rest + xml;
    this.#declaredAt = -1;
  }

  /** Goes to the next tag; false if no complete one has arrived. */
  next(): boolean {
    if (this.#isToClose) return this.#close();
    for (;;) {
      const from = this.#xml.indexOf('<', this.#at);
      this.#at = from < 0 ? this.#xml.length : from;
      if (from < 0) return false;
      const code = this.#xml.charCodeAt(from + 1);
      if (code === bang || code === question) {
        if (!this.#pass(from)) return false;
        continue;
      }
      const end = endOfTag(this.#xml, from + 1);
      if (end < 0) return false;
      this.#takeTag(from, end);
      return true;
    }
  }

  #close(): true {
    this.#isToClose = false;
    this.isOpen = false;
    this.#before = { from: 0, to: 0 };
    this.#passedBefore = '';
    this.#namespaces.close();
    return true;
  }

  /** Skips comments, declarations and instructions. CDATA is text. */
  #pass(from: number): boolean {
    const isData = this.#xml.startsWith('<![CDATA[', from);
    const isComment = this.#xml.startsWith('<!--', from);
    const isInstruction = this.#xml.charCodeAt(from + 1) === question;
    // This number of characters is needed to distinguish comments, CDATA and declarations.
    if (!isInstruction && !isComment && this.#xml.length - from < 9) return false;
    const close = isData ? ']]>' : isComment ? '-->' : isInstruction ? '?>' : '>';
    const inside = from + (isData ? 9 : isComment ? 4 : 2);
    const end = this.#xml.indexOf(close, inside);
    if (end < 0) return false;
    this.#passed = longer(this.#passed, this.#decode(this.#xml.slice(this.#textFrom, from)));
    if (isData) this.#passed = longer(this.#passed, this.#xml.slice(inside, end));
    this.#textFrom = end + close.length;
    this.#at = this.#textFrom;
    return true;
  }

  #takeTag(from: number, end: number): void {
    const xml = this.#xml;
    this.isOpen = xml.charCodeAt(from + 1) !== slash;
    this.#isToClose = this.isOpen && xml.charCodeAt(end - 1) === slash;
    const last = this.#isToClose ? end - 1 : end;
    const nameFrom = this.isOpen ? from + 1 : from + 2;
    let colonAt = -1;
    let at = nameFrom;
    for (; at < last; at += 1) {
      const code = xml.charCodeAt(at);
      if (isSpace(code)) break;
      if (code === colon) colonAt = at;
    }
    this.#attributes.from = at;
    this.#attributes.to = last;
    const prefix = colonAt < 0 ? '' : xml.slice(nameFrom, colonAt);
    this.#do(1);
    if (this.isOpen) this.#namespaces.open(prefix, this.#declarations());
    const name = xml.slice(colonAt < 0 ? nameFrom : colonAt + 1, at);
    this.name = this.#namespaces.isOwn(prefix) ? name : `:${name}`;
    if (!this.isOpen) this.#namespaces.close();
    this.#before.from = this.#textFrom;
    this.#before.to = from;
    this.#passedBefore = this.#passed;
    this.#passed = '';
    this.#textFrom = end + 1;
    this.#at = end + 1;
  }

  /** The namespaces that the current tag declares, by prefix. */
  #declarations(): readonly [string, string][] {
    const { from, to } = this.#attributes;
    if (this.#declaredAt < from) {
      const found = this.#xml.indexOf('xmlns', from);
      this.#declaredAt = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    if (this.#declaredAt >= to) return nothing;
    const declared = this.#xml.slice(from, to).matchAll(declaration);
    return Array.from(declared, ([, prefix = '', , address = '']): [string, string] => [prefix, address]);
  }

  /** The text between the previous tag and this one. */
  get text(): string {
    return this.#passedBefore + this.#decode(this.#xml.slice(this.#before.from, this.#before.to));
  }

  /** An attribute of the current tag, if it is an opening one. */
  attribute(name: string): string | undefined {
    const xml = this.#xml;
    const { to } = this.#attributes;
    for (let at = this.#attributes.from; at < to; ) {
      const sign = xml.indexOf('=', at);
      if (sign < 0 || sign >= to) return undefined;
      let open = sign + 1;
      while (open < to && isSpace(xml.charCodeAt(open))) open += 1;
      const end = xml.indexOf(xml.charAt(open), open + 1);
      if (end < 0 || end > to) return undefined;
      if (this.#isNamed(name, sign)) return decode(xml.slice(open + 1, end));
      at = end + 1;
    }
    return undefined;
  }

  /** Whether the attribute before this equals sign has the name. */
  #isNamed(name: string, sign: number): boolean {
    let to = sign;
    while (isSpace(this.#xml.charCodeAt(to - 1))) to -= 1;
    const before = this.#xml.charCodeAt(to - name.length - 1);
    return (isSpace(before) || before === colon) && this.#xml.startsWith(name, to - name.length);
  }
}
