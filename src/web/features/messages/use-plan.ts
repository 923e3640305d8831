import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PlanBody, planQuery } from './api.ts';

const planDelay = 350;

/**
 * What a send of this body would do; debounced, so that it is asked a moment after the last key. `isCurrent`: the plan is of what is written
 * now, not of what was written before.
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
