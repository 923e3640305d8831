import { Button } from '@mantine/core';
import { settingsWords } from '#shared/words/settings.ts';

type Props = { isTouched: boolean; isBusy: boolean; onDiscard: () => void };

/** At the end of a form that is changed in place: back to what is stored, or on to what is written. */
export function SaveButtons({ isTouched, isBusy, onDiscard }: Props) {
  return (
    <>
      <Button variant="default" onClick={onDiscard} disabled={isBusy}>
        {settingsWords.cancel}
      </Button>
      <Button type="submit" loading={isBusy} disabled={!isTouched}>
        {settingsWords.save}
      </Button>
    </>
  );
}
