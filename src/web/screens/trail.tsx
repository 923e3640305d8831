import { getRouteApi } from '@tanstack/react-router';
import { trailWords } from '#shared/words/trail.ts';
import { ExportButton } from '../features/exports/export-button.tsx';
import type { TrailQuery } from '../features/trail/api.ts';
import { TrailPart } from '../features/trail/trail-part.tsx';

const route = getRouteApi('/desk/settings');

/** The trail as a page of Settings. Its filters are in the address. */
export function Trail() {
  const { q = '', kind, who, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const filters: TrailQuery = { search: q, kind, userID: who, from, to };
  const want = (change: Partial<TrailQuery>): void => {
    const { search, userID, ...rest } = { ...filters, ...change };
    void navigate({ search: { part: 'trail', q: search, who: userID, ...rest }, replace: true });
  };
  return (
    <TrailPart
      wanted={filters}
      onWant={want}
      exporting={
        <ExportButton title={trailWords.title} wanted={{ ...filters, kind: 'trail', about: kind }} />
      }
    />
  );
}
