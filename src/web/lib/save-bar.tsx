import { Box, Button, Group, Text } from '@mantine/core';
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';

type Props = {
  /** The labels of the changed fields. Without changes the bar is empty. */
  changes: readonly string[];
  isBusy: boolean;
  isDisabled?: boolean;
  onUndo: () => void;
};

/** The bar at the foot of a form: it names what has changed, and has the buttons Undo and Save. */
export function SaveBar({ changes, isBusy, isDisabled = false, onUndo }: Props) {
  return (
    // The status element is rendered empty at first, because screen readers announce only changes.
    <Box role="status" pos="sticky" bottom={12} style={{ gridColumn: '1 / -1', zIndex: 1 }}>
      {changes.length > 0 && (
        <Group
          justify="flex-end"
          gap="xs"
          p="sm"
          bg="var(--q-surface)"
          bd="1px solid var(--q-field-line)"
          bdrs="lg"
          style={{ boxShadow: 'var(--mantine-shadow-md)' }}
        >
          <Text flex="1 1 200px" size="sm">
            {settingsWords.unsaved(changes)}
          </Text>
          <Group gap="xs" wrap="nowrap">
            <Button variant="default" onClick={onUndo} disabled={isBusy}>
              {commonWords.undo}
            </Button>
            <Button type="submit" loading={isBusy} disabled={isDisabled}>
              {commonWords.save}
            </Button>
          </Group>
        </Group>
      )}
    </Box>
  );
}
