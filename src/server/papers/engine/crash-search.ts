/**
 * Finds the pages on which the process that makes papers crashes, and the texts that crash it, so that the other pages
 * can be made and a person knows what to change.
 */
import { Failure } from '#shared/failures.ts';
import { sayUnprintable, unprintableFields } from '#shared/words/papers.ts';
import type { PaperOrder } from '../../deps.ts';

type Page = PaperOrder['pages'][number];
/** `field`: the name of the text for a person. */
type UnprintableText = { field: string; text: string };
/** `at`: the number of the page in the order. No text is named if only several of them together crash the process. */
type UnprintablePage = { at: number; texts: readonly UnprintableText[] };

/** Some pages of an order crash the process. The others can be made. */
export class UnprintablePages extends Failure {
  readonly pages: readonly UnprintablePage[];

  constructor(pages: readonly UnprintablePage[]) {
    super('conflict', sayUnprintable(pages[0]?.texts ?? []));
    this.pages = pages;
  }
}

/** The search ends after this many, because each of them has crashed the process several times. */
export const mostUnprintable = { pages: 10, texts: 2 };

/** The page with this text only. */
const pageWith = (page: Page, text: string): Page =>
  JSON.parse(
    JSON.stringify(page, (key, value) =>
      typeof value !== 'string' || value === text || key === 'language' ? value : 'x',
    ),
  ) as Page;

/** A text inside a page, with the label beside it or the first key of its path. */
function* textsIn(value: unknown, field: string): Generator<UnprintableText> {
  if (typeof value === 'string') yield { field, text: value };
  if (typeof value !== 'object' || value === null) return;
  const { label } = value as { label?: { en?: string } };
  for (const [key, inner] of Object.entries(value))
    yield* textsIn(inner, label?.en ?? (field || unprintableFields[key] || key));
}

type Crashes = (pages: readonly Page[]) => Promise<boolean>;

async function findTexts(page: Page, crashes: Crashes): Promise<UnprintableText[]> {
  const found: UnprintableText[] = [];
  const texts = new Map([...textsIn(page, '')].map((one) => [one.text, one]));
  for (const one of texts.values())
    if (found.length < mostUnprintable.texts && (await crashes([pageWith(page, one.text)]))) found.push(one);
  return found;
}

/** Called with pages that have crashed the process. Undefined if it crashes on every page, or on none of these now. */
export async function findUnprintable(
  pages: readonly Page[],
  crashes: Crashes,
): Promise<UnprintablePages | undefined> {
  const [first] = pages;
  if (!first || (await crashes([pageWith(first, '')]))) return undefined;
  const found: UnprintablePage[] = [];
  const search = async (part: readonly Page[], from: number): Promise<void> => {
    if (found.length === mostUnprintable.pages || !(await crashes(part))) return;
    const [page] = part;
    if (page && part.length === 1) {
      found.push({ at: from, texts: await findTexts(page, crashes) });
      return;
    }
    const half = Math.ceil(part.length / 2);
    await search(part.slice(0, half), from);
    await search(part.slice(half), from + half);
  };
  await search(pages, 0);
  return found.length === 0 ? undefined : new UnprintablePages(found);
}
