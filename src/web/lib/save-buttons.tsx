import { Button } from '@mantine/core';
import { settingsWords } from '#shared/words/settings.ts';

type Props = { isTouched: boolean; isBusy: boolean; onDiscard: () => void; label?: string };

/** At the end of a form: back to what is stored, or on to what is written; `label` where that is no saving. */
export function SaveButtons({ isTouched, isBusy, onDiscard, label = settingsWords.save }: Props) {
  return (
    <>
      <Button variant="default" onClick={onDiscard} disabled={isBusy}>
        {settingsWords.cancel}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isTouched}>
        {label}
      </Button>
    </>
  );
}
