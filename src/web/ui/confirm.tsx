import { Button, Group, Modal, Skeleton, Text, TextInput } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';

type ConfirmQuestion = {
  title: string;
  /** The subject, if it is not visible on the screen. */
  about?: string;
  text: string;
  /** A sentence about further consequences, which is still loading. Empty if there are none. */
  more?: Promise<string>;
  /** The label of a text that the person writes. */
  field?: string;
  mayBeEmpty?: boolean;
  confirm: string;
  cancel: string;
  /** If it is aborted, the question closes as if it was confirmed, because there is no work left to lose. */
  signal?: AbortSignal | undefined;
};
type OpenQuestion = ConfirmQuestion & { answer: (yes: boolean, text?: string) => void };

let openQuestion: OpenQuestion | null = null;
const watchers = new Set<() => void>();
const setOpenQuestion = (next: OpenQuestion | null): void => {
  openQuestion = next;
  for (const watcher of watchers) watcher();
};

/** Asks before an action that cannot be undone. Resolves to true only if the person confirms. */
export const confirm = async (question: Omit<ConfirmQuestion, 'field' | 'mayBeEmpty'>): Promise<boolean> =>
  (await askText(question)) !== null;

/** Resolves to the text that the person has written, or to null if the person cancels. */
export function askText(question: ConfirmQuestion): Promise<string | null> {
  return new Promise((resolve) => {
    const pending: OpenQuestion = {
      ...question,
      answer: (yes, text = '') => {
        if (openQuestion === pending) setOpenQuestion(null);
        resolve(yes ? text.trim() : null);
      },
    };
    question.signal?.addEventListener('abort', () => pending.answer(true), { once: true });
    setOpenQuestion(pending);
  });
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The further consequences. Null until they are loaded. If loading fails, the person can still confirm. */
function useMore(question: ConfirmQuestion | null): string | null {
  const [loaded, setLoaded] = useState<{ of: ConfirmQuestion; more: string } | null>(null);
  useEffect(() => {
    if (!question?.more) return;
    const showMore = (more: string): void => setLoaded({ of: question, more });
    question.more.then(showMore, () => showMore(''));
  }, [question]);
  if (!question?.more) return '';
  return loaded?.of === question ? loaded.more : null;
}

/** Shows the open question. It is rendered once, near the root of the signed-in app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(watch, () => openQuestion);
  const more = useMore(question);
  const [written, setWritten] = useState<{ of: ConfirmQuestion | null; text: string }>();
  const text = written?.of === question ? written.text : '';
  const isMissing = question?.field !== undefined && !question.mayBeEmpty && text.trim() === '';
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title}
      size="sm"
    >
      <Text>{question?.text}</Text>
      {question?.about && (
        <Text mt="xs" fw={600} style={{ overflowWrap: 'anywhere' }} dir="auto">
          {question.about}
        </Text>
      )}
      {more === null && <Skeleton height={20} mt="xs" />}
      {more && <Text mt="xs">{more}</Text>}
      {question?.field && (
        <TextInput
          mt="md"
          label={question.field}
          maxLength={300}
          value={text}
          onChange={({ currentTarget }) => setWritten({ of: question, text: currentTarget.value })}
          data-autofocus
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          onClick={() => question?.answer(false)}
          data-autofocus={!question?.field || undefined}
        >
          {question?.cancel}
        </Button>
        <Button
          color="red"
          onClick={() => question?.answer(true, text)}
          disabled={more === null || isMissing}
        >
          {question?.confirm}
        </Button>
      </Group>
    </Modal>
  );
}
