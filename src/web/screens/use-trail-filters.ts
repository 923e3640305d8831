import { getRouteApi } from '@tanstack/react-router';
import type { TrailQuery } from '../features/trail/api.ts';

const route = getRouteApi('/desk/settings-pages/settings');

/** The filters of the trail, which are in the address. */
export function useTrailFilters() {
  const { q = '', kind, who, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const filters: TrailQuery = { search: q, kind, userID: who, from, to };
  const change = (part: Partial<TrailQuery>): void => {
    const { search, userID, ...rest } = { ...filters, ...part };
    void navigate({ search: { part: 'trail', q: search, who: userID, ...rest }, replace: true });
  };
  return { filters, change };
}
