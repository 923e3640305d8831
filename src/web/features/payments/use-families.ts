/** The family at the counter, found by typed or scanned text and chosen if several match. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { queryClient } from '../../lib/query-client.ts';
import { openBillsQuery, type Wanted } from './api.ts';
import { keyOfFamily, onlyOne } from './rules.ts';

type Asked = { wanted: Wanted; key: string | undefined };

/** `begun`: a bill of the family that the counter was opened for. */
export function useFamilies(begun: number | undefined, day: string) {
  const [asked, setAsked] = useState<Asked | undefined>(
    begun === undefined ? undefined : { wanted: { billID: begun }, key: undefined },
  );
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const found = useQuery({
    ...openBillsQuery(asked?.wanted ?? { text: '' }, day),
    enabled: asked !== undefined,
    // On another day other amounts are asked from the same family.
    placeholderData: keepPreviousData,
  });
  const families: readonly OpenFamily[] = (asked && found.data?.families) ?? [];
  const chosen =
    asked?.key === undefined
      ? onlyOne(families)
      : families.find((family) => keyOfFamily(family) === asked.key);
  const ask = async (text: string): Promise<void> => {
    setBusy(true);
    setTrouble(undefined);
    try {
      const wanted = { text };
      // A bill found a moment ago may be paid by now.
      await queryClient.fetchQuery({ ...openBillsQuery(wanted, day), staleTime: 0 });
      setAsked({ wanted, key: undefined });
    } catch (error) {
      setTrouble(sentenceOf(error));
    }
    setBusy(false);
  };
  return {
    /** The searched text; undefined without a search. */
    text: asked && ('text' in asked.wanted ? asked.wanted.text : ''),
    families,
    chosen,
    isBusy,
    isKnown: asked !== undefined && found.data !== undefined,
    trouble: trouble ?? (asked && found.error ? sentenceOf(found.error) : undefined),
    ask: (text: string) => void ask(text),
    choose: (family: OpenFamily) => setAsked((before) => before && { ...before, key: keyOfFamily(family) }),
    clear: () => {
      setAsked(undefined);
      setTrouble(undefined);
    },
  };
}
export type Families = ReturnType<typeof useFamilies>;
