import { Button, Group, Text } from '@mantine/core';
import type { OneTimeLink, Person } from '#shared/calls/people.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { disableQuestion, peopleWords, resetQuestion } from '#shared/words/people.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Part } from '../../ui/part.tsx';
import { toastDone } from '../../ui/toast.ts';
import { disablePerson, enablePerson, resetPerson } from './api.ts';
import classes from './people.module.css';

type ActProps = { label: string; hint: string; isBusy: boolean; isRed?: boolean; onPress: () => void };

function Act({ label, hint, isBusy, isRed = false, onPress }: ActProps) {
  return (
    <Group justify="space-between">
      <Text c="dimmed" flex="1 1 300px">
        {hint}
      </Text>
      <Button
        variant={isRed ? 'light' : 'default'}
        {...(isRed ? { color: 'red' } : {})}
        disabled={isBusy}
        onClick={onPress}
      >
        {label}
      </Button>
    </Group>
  );
}

type Props = { person: Person; onLink: (link: OneTimeLink) => void };

function Acts({ person, onLink }: Props) {
  const { id, name, state } = person;
  const { isBusy, run } = useAction();
  const cancel = settingsWords.cancel;
  const reset = async (): Promise<void> => {
    if (state === 'active' && !(await confirm({ ...resetQuestion, about: name, cancel }))) return;
    onLink(await resetPerson(id));
  };
  const disable = async (): Promise<void> => {
    if (!(await confirm({ ...disableQuestion, about: name, cancel }))) return;
    await disablePerson(id);
    toastDone(peopleWords.disabled(name));
  };
  const enable = async (): Promise<void> => {
    await enablePerson(id);
    toastDone(peopleWords.enabled(name));
  };
  if (state === 'disabled')
    return (
      <Act
        label={peopleWords.enable}
        hint={peopleWords.enableHint}
        isBusy={isBusy}
        onPress={() => void run(enable)}
      />
    );
  const isNew = state === 'invited';
  return (
    <>
      <Act
        label={isNew ? peopleWords.newLink : peopleWords.reset}
        hint={isNew ? peopleWords.newLinkHint : peopleWords.resetHint}
        isBusy={isBusy}
        onPress={() => void run(reset)}
      />
      <Act
        label={peopleWords.disable}
        hint={peopleWords.disableHint}
        isBusy={isBusy}
        isRed
        onPress={() => void run(disable)}
      />
    </>
  );
}

/** Shows the state of a person's account, with buttons to reset the password and to disable or enable the account. */
export function PersonAccount({ person, onLink }: Props) {
  const { timeZone } = useSession();
  const { state, linkUntil, isSelf, mayManage } = person;
  return (
    <Part label={peopleWords.account} title={peopleWords.account}>
      {state === 'invited' && (
        <p className={classes.note}>
          {linkUntil ? peopleWords.linkUntil(formatInstant(linkUntil, timeZone)) : peopleWords.noLink}
        </p>
      )}
      {isSelf && <p className={classes.note}>{peopleWords.yourself}</p>}
      {!isSelf && !mayManage && <p className={classes.note}>{peopleWords.notWhole}</p>}
      {!isSelf && mayManage && <Acts person={person} onLink={onLink} />}
    </Part>
  );
}
