import { Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { commonWords } from '#shared/words/screen.ts';

type Question = {
  title: string;
  /** What it is about, where that is not in sight. */
  about?: string;
  text: string;
  /** What goes with it, once that is known; nobody confirms before. Empty: nothing does. */
  more?: Promise<string>;
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

/** Null until it is known. What cannot be learnt keeps nobody from confirming. */
function useMore(question: Question | null): string | null {
  const [known, setKnown] = useState<{ of: Question; more: string } | null>(null);
  useEffect(() => {
    if (!question?.more) return;
    const know = (more: string): void => setKnown({ of: question, more });
    question.more.then(know, () => know(''));
  }, [question]);
  if (!question?.more) return '';
  return known?.of === question ? known.more : null;
}

/** Drawn once, near the root of the signed-in app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(watch, () => asked);
  const more = useMore(question);
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
      {more === null && <Skeleton height={20} mt="xs" />}
      {more && <Text mt="xs">{more}</Text>}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => question?.answer(false)} data-autofocus>
          {question?.cancel}
        </Button>
        <Button color="red" onClick={() => question?.answer(true)} disabled={more === null}>
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
