import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { mostGraceDays } from '#shared/limits.ts';
import type { DueRules } from '#shared/money/payable.ts';
import { dueRuleWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { changeDueRules } from './api.ts';

const choices = Array.from({ length: mostGraceDays + 1 }, (_, days) => ({
  value: String(days),
  label: dueRuleWords.days(days),
}));

/** The settings that decide when a bill of the campus is late. Each choice is saved immediately. */
export function DueRulesPart() {
  const { graceDays, sundayDays } = useSession();
  const { isBusy, run } = useAction();
  const change = (to: Partial<DueRules>): void =>
    void run(async () => {
      const changed = await changeDueRules({ graceDays, sundayDays, ...to });
      toastDone(dueRuleWords.saved(changed));
    });
  return (
    <Part label={dueRuleWords.title}>
      <Stack maw={420}>
        <NativeSelect
          label={dueRuleWords.graceDays}
          description={dueRuleWords.graceHint}
          data={choices}
          value={String(graceDays)}
          disabled={isBusy}
          onChange={({ currentTarget: { value } }) => change({ graceDays: Number(value) })}
        />
        <Checkbox
          label={dueRuleWords.sunday}
          description={dueRuleWords.sundayHint}
          checked={sundayDays === 1}
          disabled={isBusy}
          onChange={({ currentTarget: { checked } }) => change({ sundayDays: checked ? 1 : 0 })}
        />
      </Stack>
    </Part>
  );
}
