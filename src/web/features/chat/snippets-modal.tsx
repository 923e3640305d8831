import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import type { VersionedSnippet } from '#shared/calls/snippets.ts';
import { longestSnippetTitle } from '#shared/limits.ts';
import { snippetWords } from '#shared/words/chats.ts';
import { toasts } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { MessageField } from '../../lib/message-field.tsx';
import { useRights } from '../../lib/session.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { NameText } from '../../ui/name-text.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { withoutMarks } from '../../ui/whatsapp-marks.ts';
import { removeSnippet, saveSnippet } from './api.ts';
import classes from './quick-answers.module.css';

/** `stored` is the snippet that is being changed. A new snippet has none. */
type EditedSnippet = { stored?: VersionedSnippet; title: string; message: string };
const empty: EditedSnippet = { title: '', message: '' };

/** The form of one snippet. */
function SnippetForm({ snippet, onDone }: { snippet: EditedSnippet; onDone: () => void }) {
  const [{ title, message }, setForm] = useState(snippet);
  const [isTried, setTried] = useState(false);
  const { isBusy, save } = useSaving();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || message.trim() === '') return;
    void save(async () => {
      await saveSnippet(snippet.stored, { title, message });
      onDone();
    });
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        label={snippetWords.name}
        placeholder={snippetWords.nameHint}
        value={title}
        attributes={ownDirection(title)}
        maxLength={longestSnippetTitle}
        error={isTried && title.trim() === '' && snippetWords.nameRequired}
        onChange={(event) => setForm({ ...snippet, message, title: event.currentTarget.value })}
        data-autofocus
      />
      <MessageField
        value={message}
        onChange={(text) => setForm({ ...snippet, title, message: text })}
        mayWrite
        hasMedia={false}
        error={isTried && message.trim() === '' ? toasts.errors.message : undefined}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {commonWords.cancel}
        </Button>
        <Button type="submit" loading={isBusy}>
          {commonWords.save}
        </Button>
      </Group>
    </form>
  );
}

type ListProps = { snippets: readonly VersionedSnippet[]; onWrite: (snippet: EditedSnippet) => void };

function SnippetList({ snippets, onWrite }: ListProps) {
  const rights = useRights();
  const { isBusy, save } = useSaving();
  return (
    <>
      <p className={classes.hint}>{snippets.length === 0 ? snippetWords.none : snippetWords.hint}</p>
      <ul className={classes.list}>
        {snippets.map((snippet) => (
          <li key={snippet.id}>
            <div className={classes.text}>
              <NameText text={snippet.title} className={classes.title} />
              <NameText text={withoutMarks(snippet.message)} className={classes.excerpt} />
            </div>
            {rights.edit && (
              <ActionIcon
                aria-label={snippetWords.change(snippet.title)}
                onClick={() => onWrite({ ...snippet, stored: snippet })}
              >
                <IconPencil size={18} stroke={1.6} />
              </ActionIcon>
            )}
            {rights.delete && (
              <ActionIcon
                aria-label={snippetWords.remove(snippet.title)}
                disabled={isBusy}
                onClick={() => void save(() => removeSnippet(snippet.id))}
              >
                <IconTrash size={18} stroke={1.6} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {rights.add && <Button onClick={() => onWrite(empty)}>{snippetWords.add}</Button>}
    </>
  );
}

/** A window to add, change and delete the snippets of the campus. */
export function SnippetsModal({
  snippets,
  onClose,
}: {
  snippets: readonly VersionedSnippet[];
  onClose: () => void;
}) {
  const [edited, setEdited] = useState<EditedSnippet>();
  return (
    <Modal opened onClose={onClose} title={snippetWords.title} size="md">
      {edited ? (
        <SnippetForm key={edited.stored?.id} snippet={edited} onDone={() => setEdited(undefined)} />
      ) : (
        <SnippetList snippets={snippets} onWrite={setEdited} />
      )}
    </Modal>
  );
}
