import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MoneyRules } from '#shared/calls/money-rules.ts';
import { moneyRuleWords } from '#shared/words/settings.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { changeMoneyRules, moneyRulesQuery } from './api.ts';

const choices = [0, 1, 2, 3, 5, 7, 14, 31];

/** How late cash may be entered, and whether new bills use credit. Each choice is saved immediately. */
export function MoneyRulesPart() {
  const rules = useQuery(moneyRulesQuery).data;
  const { isBusy, run } = useAction();
  const { cashDays = 0, usesCredit = 0 } = rules ?? {};
  const days = [...new Set([...choices, cashDays])].toSorted((one, other) => one - other);
  const isDisabled = isBusy || rules === undefined;
  const change = (to: Partial<MoneyRules>): void =>
    void run(async () => {
      await changeMoneyRules({ cashDays, usesCredit, ...to });
      toastDone(moneyRuleWords.saved);
    });
  return (
    <Part label={moneyRuleWords.title} title={moneyRuleWords.title} hint={moneyRuleWords.hint}>
      <Stack maw={420}>
        <NativeSelect
          label={moneyRuleWords.days}
          description={moneyRuleWords.daysHint}
          data={days.map((count) => ({ value: String(count), label: moneyRuleWords.choice(count) }))}
          value={String(cashDays)}
          disabled={isDisabled}
          onChange={({ currentTarget: { value } }) => change({ cashDays: Number(value) })}
        />
        <Checkbox
          label={moneyRuleWords.usesCredit}
          description={moneyRuleWords.usesCreditHint}
          checked={usesCredit === 1}
          disabled={isDisabled}
          onChange={({ currentTarget: { checked } }) => change({ usesCredit: checked ? 1 : 0 })}
        />
      </Stack>
    </Part>
  );
}
