import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { cashDayWords } from '#shared/words/settings.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { cashDaysQuery, changeCashDays } from './api.ts';

const choices = [0, 1, 2, 3, 5, 7, 14, 31];

/** For how many days back any clerk may enter cash. The choice is saved immediately. */
export function CashDaysPart() {
  const cashDays = useQuery(cashDaysQuery).data?.cashDays;
  const { isBusy, save } = useSaving();
  const days = [...new Set([...choices, cashDays ?? 0])].toSorted((one, other) => one - other);
  return (
    <Part label={cashDayWords.title} title={cashDayWords.title} hint={cashDayWords.hint}>
      <NativeSelect
        label={cashDayWords.days}
        description={cashDayWords.daysHint}
        maw={420}
        data={days.map((count) => ({ value: String(count), label: cashDayWords.choice(count) }))}
        value={String(cashDays ?? 0)}
        disabled={isBusy || cashDays === undefined}
        onChange={({ currentTarget: { value } }) =>
          void save(async () => {
            await changeCashDays(Number(value));
            toastDone(cashDayWords.saved);
          })
        }
      />
    </Part>
  );
}
