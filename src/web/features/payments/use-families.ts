/** Finds the family at the counter by a typed or scanned text. If several families match, the user chooses one. */
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openBillsQuery, type Wanted } from './api.ts';
import { keyOfFamily, unambiguousFamily } from './rules.ts';

type Search = { wanted: Wanted; key: string | undefined };

/** `day`: the day for which amounts are computed. */
export function useFamilies(day: string) {
  const [search, setSearch] = useState<Search>();
  const { mutate, isPending, error, reset } = useMutation({
    // The cache is not used, because a bill of an earlier search may have been paid in the meantime.
    mutationFn: (wanted: Wanted) => queryClient.fetchQuery({ ...openBillsQuery(wanted, day), staleTime: 0 }),
    onSuccess: (_found, wanted) => setSearch({ wanted, key: undefined }),
  });
  const found = useQuery({
    ...openBillsQuery(search?.wanted ?? { text: '' }, day),
    enabled: search !== undefined,
    // When the day is changed, the same family stays visible until its new amounts are loaded.
    placeholderData: keepPreviousData,
  });
  const families: readonly OpenFamily[] = (search && found.data?.families) ?? [];
  const chosen =
    search?.key === undefined
      ? unambiguousFamily(families)
      : families.find((family) => keyOfFamily(family) === search.key);
  const shownError = error ?? (search ? found.error : null);
  return {
    /** The text of the search. Undefined if there is no search. */
    text: search && ('text' in search.wanted ? search.wanted.text : ''),
    families,
    chosen,
    isBusy: isPending,
    isLoaded: search !== undefined && found.data !== undefined,
    error: shownError === null ? undefined : sentenceOf(shownError),
    ask: (text: string) => mutate({ text }),
    choose: (family: OpenFamily) => setSearch((before) => before && { ...before, key: keyOfFamily(family) }),
    clear: () => {
      setSearch(undefined);
      reset();
    },
  };
}
export type Families = ReturnType<typeof useFamilies>;
