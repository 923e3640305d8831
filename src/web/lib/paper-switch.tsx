import { Checkbox } from '@mantine/core';
import { type PaperKind, paperIn, paperMedia } from '#shared/media.ts';
import { mediaWords } from '#shared/words/templates.ts';

type Props = { kind: PaperKind; media: string; isDisabled?: boolean; onChange: (media: string) => void };

/** Whether a message carries each family's own paper instead of one file for all. */
export function PaperSwitch({ kind, media, isDisabled = false, onChange }: Props) {
  return (
    <Checkbox
      label={mediaWords.attachPaper[kind]}
      description={mediaWords.attachPaperHint[kind]}
      checked={paperIn(media) !== undefined}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked ? paperMedia(kind) : '')}
    />
  );
}
