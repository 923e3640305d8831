/** The names of exported files. */
import type { BillFilter } from '#shared/bill-status.ts';
import type { OutboxFilter } from '#shared/calls/outbox.ts';
import { billWords, exportWords } from '#shared/words/bills.ts';
import { filterWords } from '#shared/words/outbox.ts';
import { aboutWords } from '#shared/words/trail.ts';
import type { WantedExport } from './exporting.ts';

/** Far below the limit of any file system, in any script. */
const longestName = 80;
// Characters that Windows refuses, and marks that would reverse the name on the screen.
const unsafe = /[<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

const safe = (text: string): string =>
  Array.from(text.replace(unsafe, ' ').replace(/\s+/g, ' ').trim()).slice(0, longestName).join('').trim();

function wordsOf(wanted: WantedExport): string[] {
  if (wanted.kind === 'money') {
    const { from, to, class: ofClass } = wanted.wish;
    return [from, to, ofClass && safe(ofClass)].filter((word) => word !== undefined);
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

/** The filters in the name, so that nobody takes a part for the whole. */
function narrowing(wanted: WantedExport): string {
  const filter = wordsOf(wanted);
  const run = wanted.kind === 'outbox' && wanted.run !== undefined ? [exportWords.broadcast(wanted.run)] : [];
  const search = wanted.kind === 'money' ? '' : safe(wanted.search);
  const parts = [...filter, ...run, search].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
}

/** `November 2026 - bills (unpaid).xlsx`; `title` is the billing's name. */
export function fileNameOf(title: string, wanted: WantedExport): string {
  const isOfBilling = wanted.kind === 'bills' || wanted.kind === 'report';
  const name = isOfBilling ? `${safe(title)} - ${exportWords[wanted.kind]}` : safe(title);
  // Windows drops a trailing dot or space, and a file with a leading dot is hidden.
  return `${name}${narrowing(wanted)}`.replace(/^[.\s]+/, '').concat('.xlsx');
}
