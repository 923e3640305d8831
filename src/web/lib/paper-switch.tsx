import { Checkbox } from '@mantine/core';
import { type PaperKind, paperIn, paperMedia } from '#shared/messages/media.ts';
import { mediaWords } from '#shared/words/templates.ts';

type Props = { kind: PaperKind; media: string; isDisabled?: boolean; onChange: (media: string) => void };

/** A checkbox: whether each family gets its own voucher or receipt, instead of the same file for all families. */
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
