import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import { type FormEvent, useState } from 'react';
import type { SnippetDetails, VersionedSnippet } from '#shared/calls/snippets.ts';
import { longestSnippetTitle } from '#shared/limits.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { snippetWords } from '#shared/words/chats.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { mergedForm } from '../../lib/merged-form.ts';
import { MessageField } from '../../lib/message-field.tsx';
import { queryClient } from '../../lib/query-client.ts';
import { useRights } from '../../lib/session.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { NameText } from '../../ui/name-text.tsx';
import { ownDirection } from '../../ui/own-direction.ts';
import { removeSnippet, saveSnippet, snippetsQuery } from './api.ts';
import classes from './quick-answers.module.css';

/** `stored`: the snippet being changed. */
type EditedSnippet = { stored?: VersionedSnippet } & SnippetDetails;
const detailsOf = ({ title, message }: SnippetDetails): SnippetDetails => ({ title, message });
const empty: EditedSnippet = { title: '', message: '' };

/** The form of one snippet. */
function SnippetForm({ snippet, onDone }: { snippet: EditedSnippet; onDone: () => void }) {
  const [form, setForm] = useState(() => detailsOf(snippet));
  const { title, message } = form;
  const [opened, setOpened] = useState(snippet.stored);
  const [isTried, setTried] = useState(false);
  const onStale = async (): Promise<void> => {
    const snippets = await queryClient.fetchQuery({ ...snippetsQuery, staleTime: 0 });
    const other = snippets.find(({ id }) => id === opened?.id);
    if (!opened || !other) return;
    setForm((typed) => mergedForm(typed, detailsOf(opened), detailsOf(other)));
    setOpened(other);
  };
  const { issues, isBusy, run } = useAction({ onStale, showError: atFields });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (title.trim() === '' || message.trim() === '') return;
    void run(async () => {
      await saveSnippet(opened, { title, message });
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
        error={isTried && title.trim() === '' ? snippetWords.nameRequired : issues.title}
        onChange={(event) => setForm({ ...form, title: event.currentTarget.value })}
        data-autofocus
      />
      <MessageField
        value={message}
        onChange={(text) => setForm({ ...form, message: text })}
        mayWrite
        hasMedia={false}
        error={isTried && message.trim() === '' ? toasts.errors.message : issues.message}
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
  const { isBusy, run } = useAction();
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
                onClick={() => void run(() => removeSnippet(snippet.id))}
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
