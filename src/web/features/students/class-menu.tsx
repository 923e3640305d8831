/** The menu of a class: renames it, merges it into another class, and changes its place in the order. */
import { ActionIcon, Button, Group, Menu, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { type FormEvent, useState } from 'react';
import type { ClassSummary } from '#shared/calls/students.ts';
import { classMenuWords } from '#shared/words/families.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { undoBy } from '../../lib/toast-failure.ts';
import { atFields, useAction } from '../../lib/use-action.ts';
import { ownDirection } from '../../ui/own-direction.ts';
import { toastDone } from '../../ui/toast.ts';
import { changeClass, mergeClass, promoteClass, splitClass } from './api.ts';

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

/** The class to which the students most likely go: the next one in the order of the school. */
const nextOf = (all: readonly ClassSummary[], one: ClassSummary): number =>
  (all[all.indexOf(one) + 1] ?? all.find(({ id }) => id !== one.id))?.id ?? 0;

function PromoteForm({ all, one, onMerged, onDone }: FormProps) {
  const [intoID, setInto] = useState(() => nextOf(all, one));
  const [sectionID, setSection] = useState<number>();
  const { isBusy, run } = useAction();
  const into = all.find(({ id }) => id === intoID);
  const count = one.sections.find(({ id }) => id === sectionID)?.students ?? one.students;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      const studentIDs = await promoteClass(one.id, { intoID, sectionID });
      onDone();
      onMerged(intoID);
      toastDone(
        classMenuWords.promoted(studentIDs.length, into?.name ?? ''),
        undoBy(() => promoteClass(intoID, { intoID: one.id, studentIDs })),
      );
    });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {one.sections.length > 1 && (
          <NativeSelect
            label={classMenuWords.section}
            data={[
              { value: '', label: classMenuWords.wholeClass(one.students) },
              ...one.sections.map(({ id, name, students }) => ({
                value: String(id),
                label: classMenuWords.ofSection(name || studentWords.noSection, students),
              })),
            ]}
            value={sectionID === undefined ? '' : String(sectionID)}
            onChange={({ currentTarget }) => setSection(Number(currentTarget.value) || undefined)}
          />
        )}
        <NativeSelect
          label={classMenuWords.toClass}
          description={classMenuWords.promoteHint}
          data={all
            .filter(({ id }) => id !== one.id)
            .map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(intoID)}
          onChange={({ currentTarget }) => setInto(Number(currentTarget.value))}
          data-autofocus
        />
        <Buttons label={classMenuWords.promote(count)} isBusy={isBusy} onDone={onDone} />
      </Stack>
    </form>
  );
}

const forms = { rename: RenameForm, merge: MergeForm, promote: PromoteForm } as const;
const titles = {
  rename: classMenuWords.renameTitle,
  merge: classMenuWords.mergeTitle,
  promote: classMenuWords.promoteTitle,
} as const;

export function ClassMenu(props: Props) {
  const { all, one } = props;
  const [form, setForm] = useState<keyof typeof forms | null>(null);
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
  const Form = form && forms[form];
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
          <Menu.Item disabled={all.length < 2 || one.students === 0} onClick={() => setForm('promote')}>
            {classMenuWords.promoteItem}
          </Menu.Item>
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
      <Modal opened={form !== null} onClose={close} centered title={form && titles[form](one.name)}>
        {Form && <Form {...props} onDone={close} />}
      </Modal>
    </>
  );
}
