import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageQuery } from '../../lib/use-pages.ts';
import { type Plan, type PlanBody, type PlanList, peoplePages } from './api.ts';
import type { ShownPerson } from './phone-view.tsx';

/** The person whose message the phone shows: a recipient, or a person who is left out. */
export function useShownPerson(body: PlanBody | undefined, plan: Plan | undefined) {
  const [chosen, showPerson] = useState<{ list: PlanList; at: number }>({ list: 'gets', at: 0 });
  const many = { gets: plan?.queued ?? 0, leftOut: plan?.leftOut ?? 0 };
  // If nobody gets the message, the phone shows a person who is left out, and the reason.
  const list = many[chosen.list] > 0 || many.gets > 0 ? chosen.list : 'leftOut';
  const hasPeople = many[list] > 0;
  const shown = hasPeople ? list : 'gets';
  const at = Math.min(chosen.list === shown ? chosen.at : 0, Math.max(0, many[shown] - 1));
  const pages = peoplePages(body ?? ({} as PlanBody), shown);
  const { data } = useQuery({
    ...pageQuery(pages, Math.floor(at / pages.pageSize)),
    enabled: body !== undefined && many[shown] > 0,
    placeholderData: keepPreviousData,
  });
  // Until the new page is loaded, the previous data may belong to another index or list.
  const found = many[shown] > 0 ? data?.items.find((item) => item.at === at) : undefined;
  const person = found && (found.reason === null) === (shown === 'gets') ? found : undefined;
  const shownPerson: ShownPerson = { person, list: shown, of: many.gets };
  return { shownPerson, at: { [shown]: at } as Partial<Record<PlanList, number>>, showPerson };
}
