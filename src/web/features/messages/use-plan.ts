import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PlanBody, planQuery } from './api.ts';

const planDelay = 350;

/**
 * What a send with this body would do; debounced, so that it loads a moment after the last key. `isCurrent`: the plan
 * belongs to the current text, not to an earlier one.
 */
export function usePlan(body: PlanBody, again: boolean, isWanted: boolean) {
  const content = JSON.stringify(body);
  const [settled] = useDebouncedValue(content, planDelay);
  const asked = useMemo(() => ({ ...(JSON.parse(settled) as PlanBody), again }), [settled, again]);
  const query = useQuery(planQuery(asked, isWanted));
  const isCurrent = isWanted && settled === content && query.data !== undefined && !query.isPlaceholderData;
  return { query, plan: isWanted ? query.data : undefined, isCurrent, asked };
}

export type Planned = ReturnType<typeof usePlan>;
