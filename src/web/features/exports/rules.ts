/** Pure rules for the names of exported files. */

import type { OutboxFilter } from '#shared/calls/outbox.ts';
import type { BillFilter } from '#shared/money/bill-status.ts';
import { billWords, exportWords } from '#shared/words/bills.ts';
import { filterWords } from '#shared/words/outbox.ts';
import { aboutWords } from '#shared/words/trail.ts';
import type { WantedExport } from './exporting.ts';

/** Characters. This is far below the limit of every file system, in every script. */
const longestName = 80;
// Characters that Windows does not allow in a name, and marks that would reverse the name on the screen.
const unsafeCharacters = /[<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

const safeName = (text: string): string =>
  Array.from(text.replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').trim())
    .slice(0, longestName)
    .join('')
    .trim();

function wordsOf(wanted: WantedExport): string[] {
  if (wanted.kind === 'money') {
    const { from, to, class: ofClass } = wanted.filters;
    return [from, to, ofClass && safeName(ofClass)].filter((word) => word !== undefined);
  }
  if (wanted.kind === 'trail') {
    const { about, from, to } = wanted;
    return [about && aboutWords[about].toLowerCase(), from, to].filter((word) => word !== undefined);
  }
  const { kind, status } = wanted;
  if (status === 'all') return [];
  const word =
    kind === 'outbox' ? filterWords[status as OutboxFilter] : billWords.filters[status as BillFilter];
  return [word.toLowerCase()];
}

/** The filters as a part of the name, so that nobody takes a filtered list for the complete list. */
function filterSuffix(wanted: WantedExport): string {
  const filter = wordsOf(wanted);
  const run = wanted.kind === 'outbox' && wanted.run !== undefined ? [exportWords.broadcast(wanted.run)] : [];
  const search = wanted.kind === 'money' ? '' : safeName(wanted.search);
  const parts = [...filter, ...run, search].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** The name of a file, such as `November 2026 - bills (unpaid).xlsx`. `title` is the name of the billing or screen. */
export function fileNameOf(title: string, wanted: WantedExport): string {
  const isOfBilling = wanted.kind === 'bills' || wanted.kind === 'report';
  const name = isOfBilling ? `${safeName(title)} - ${exportWords[wanted.kind]}` : safeName(title);
  // A leading dot is removed, because a file whose name begins with a dot is hidden.
  return `${name}${filterSuffix(wanted)}`.replace(/^[.\s]+/, '').concat('.xlsx');
}
