import { ActionIcon, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';

type Props = { label: string; value: string; copy: string; copied: string };

/** A text with a copy button. Focusing the field selects the text, in case the browser denies its clipboard. */
export function CopyField({ label, value, copy, copied }: Props) {
  const clipboard = useClipboard({ timeout: 2000 });
  const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <TextInput
      label={label}
      readOnly
      value={value}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon
          aria-label={clipboard.copied ? copied : copy}
          title={copy}
          onClick={() => clipboard.copy(value)}
        >
          {clipboard.copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
        </ActionIcon>
      }
    />
  );
}
