import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { commonWords } from '#shared/words/screen.ts';

type Question = {
  title: string;
  /** What it is about, where that is not in sight. */
  about?: string;
  text: string;
  confirm: string;
  cancel: string;
};
type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const watchers = new Set<() => void>();
const setAsked = (next: Asked | null): void => {
  asked = next;
  for (const watcher of watchers) watcher();
};

/** Asks before something that cannot be undone; true only when confirmed. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    setAsked({
      ...question,
      answer: (yes) => {
        setAsked(null);
        resolve(yes);
      },
    });
  });
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** Drawn once, near the root of the signed-in app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(watch, () => asked);
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title}
      size="sm"
      closeButtonProps={{ 'aria-label': commonWords.close }}
    >
      <Text>{question?.text}</Text>
      {question?.about && (
        <Text mt="xs" fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {question.about}
        </Text>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => question?.answer(false)} data-autofocus>
          {question?.cancel}
        </Button>
        <Button color="red" onClick={() => question?.answer(true)}>
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
