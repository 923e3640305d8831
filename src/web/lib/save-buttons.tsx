import { Button } from '@mantine/core';
import { settingsWords } from '#shared/words/settings.ts';

type Props = { isTouched: boolean; isBusy: boolean; onDiscard: () => void; label?: string };

/** The buttons at the end of a form: discard the changes or save them. `label` replaces the word Save. */
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
