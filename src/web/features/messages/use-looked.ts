import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery } from '../../lib/use-pages.ts';
import { type Plan, type PlanBody, type PlanList, peoplePages } from './api.ts';
import type { Looked } from './phone-view.tsx';

/** Whose phone is looked at: somebody of those who get the message, or of those who are left out. */
export function useLooked(body: PlanBody | undefined, plan: Plan | undefined) {
  const [chosen, look] = useState<{ list: PlanList; at: number }>({ list: 'gets', at: 0 });
  const many = { gets: plan?.queued ?? 0, leftOut: plan?.leftOut ?? 0 };
  // Where nobody gets it, those who are left out may show why.
  const list = many[chosen.list] > 0 || many.gets > 0 ? chosen.list : 'leftOut';
  const isThere = many[list] > 0;
  const shown = isThere ? list : 'gets';
  const at = Math.min(chosen.list === shown ? chosen.at : 0, Math.max(0, many[shown] - 1));
  const pages = peoplePages(body ?? ({} as PlanBody), shown);
  const { data } = useQuery({
    ...pageQuery(pages, Math.floor(at / pages.pageSize)),
    enabled: body !== undefined && many[shown] > 0,
    placeholderData: keepPreviousData,
  });
  // Until its own page has come, what stood there before may be of another place or of the other list.
  const found = many[shown] > 0 ? data?.items.find((one) => one.at === at) : undefined;
  const person = found && (found.reason === null) === (shown === 'gets') ? found : undefined;
  const looked: Looked = { person, list: shown, of: many.gets };
  return { looked, at: { [shown]: at } as Partial<Record<PlanList, number>>, look };
}
