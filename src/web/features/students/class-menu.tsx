/** The menu of a class: renames it, merges it into another class, and changes its place in the order. */
import { ActionIcon, Button, Group, Menu, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { type FormEvent, useState } from 'react';
import type { ClassSummary } from '#shared/calls/students.ts';
import { classMenuWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { undoBy } from '../../lib/toast-failure.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { toastDone } from '../../ui/toast.ts';
import { changeClass, mergeClass, splitClass } from './api.ts';

type Props = { all: readonly ClassSummary[]; one: ClassSummary; onMerged: (intoID: number) => void };
type FormProps = Props & { onDone: () => void };

/** The class that follows at this place once the class itself is taken out; null at the end. */
const followerAt = (all: readonly ClassSummary[], one: ClassSummary, place: number): number | null =>
  all.filter(({ id }) => id !== one.id)[place]?.id ?? null;

function Buttons({ label, isBusy, onDone }: { label: string; isBusy: boolean; onDone: () => void }) {
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onDone}>
        {commonWords.cancel}
      </Button>
      <Button type="submit" loading={isBusy}>
        {label}
      </Button>
    </Group>
  );
}

function RenameForm({ one, onDone }: FormProps) {
  const [name, setName] = useState(one.name);
  const { issues, isBusy, run } = useAction({ showError: atFields });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const next = name.trim();
    if (next === '' || next === one.name) {
      onDone();
      return;
    }
    void run(async () => {
      await changeClass(one.id, { name: next });
      toastDone(
        classMenuWords.renamed(one.name, next),
        undoBy(() => changeClass(one.id, { name: one.name })),
      );
      onDone();
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={classMenuWords.name}
          description={classMenuWords.renameHint}
          value={name}
          attributes={ownDirection(name)}
          maxLength={200}
          autoComplete="off"
          error={issues.name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Buttons label={classMenuWords.rename} isBusy={isBusy} onDone={onDone} />
      </Stack>
    </form>
  );
}

function MergeForm({ all, one, onMerged, onDone }: FormProps) {
  const others = all.filter(({ id }) => id !== one.id);
  const [intoID, setInto] = useState(others[0]?.id ?? 0);
  const { isBusy, run } = useAction();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const part = await mergeClass(one.id, intoID);
      const into = others.find(({ id }) => id === intoID);
      onDone();
      onMerged(intoID);
      toastDone(
        classMenuWords.merged(one.name, into?.name ?? ''),
        undoBy(() => splitClass(intoID, part)),
      );
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NativeSelect
          label={classMenuWords.into}
          description={classMenuWords.mergeHint}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(intoID)}
          onChange={({ currentTarget }) => setInto(Number(currentTarget.value))}
          data-autofocus
        />
        <Buttons label={classMenuWords.merge} isBusy={isBusy} onDone={onDone} />
      </Stack>
    </form>
  );
}

export function ClassMenu(props: Props) {
  const { all, one } = props;
  const [form, setForm] = useState<'rename' | 'merge' | null>(null);
  const { run } = useAction();
  const at = all.findIndex(({ id }) => id === one.id);
  const move = (step: -1 | 1): void =>
    void run(async () => {
      const before = followerAt(all, one, at);
      await changeClass(one.id, { beforeID: followerAt(all, one, at + step) });
      toastDone(
        classMenuWords.moved(one.name),
        undoBy(() => changeClass(one.id, { beforeID: before })),
      );
    });
  const close = (): void => setForm(null);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            size={32}
            aria-label={classMenuWords.title(one.name)}
            title={classMenuWords.title(one.name)}
          >
            <IconDots size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setForm('rename')}>{classMenuWords.renameItem}</Menu.Item>
          <Menu.Item disabled={all.length < 2} onClick={() => setForm('merge')}>
            {classMenuWords.mergeItem}
          </Menu.Item>
          <Menu.Item disabled={at <= 0} onClick={() => move(-1)}>
            {classMenuWords.up}
          </Menu.Item>
          <Menu.Item disabled={at === all.length - 1} onClick={() => move(1)}>
            {classMenuWords.down}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={form !== null}
        onClose={close}
        centered
        title={form === 'merge' ? classMenuWords.mergeTitle(one.name) : classMenuWords.renameTitle(one.name)}
      >
        {form === 'rename' && <RenameForm {...props} onDone={close} />}
        {form === 'merge' && <MergeForm {...props} onDone={close} />}
      </Modal>
    </>
  );
}
