import { Menu } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import type { ReactNode } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { keyWords, sessionWords } from '#shared/words/screen.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { toastError } from '../../ui/toast.ts';
import { signOut, switchCampus } from './api.ts';

const orTell = (work: Promise<void>): void => {
  work.catch((error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
};

type Props = {
  children: ReactNode;
  onCampus: () => void;
  /** On a phone: items above those of the account. */
  before?: ReactNode;
  /** Shows the sheet of shortcuts. */
  onKeys: () => void;
};

/** Who is signed in, their campuses, and the way out. The child is the button that opens it. */
export function AccountMenu({ children, before, onCampus, onKeys }: Props) {
  const session = useSession();
  const choose = (cID: number): void => {
    if (cID !== session.cId) orTell(switchCampus(cID).then(onCampus));
  };
  return (
    <Menu position={before ? 'top-end' : 'right-end'} width={240} withinPortal={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {before}
        <Menu.Label>
          {session.name} · {session.userName}
        </Menu.Label>
        {session.campuses.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{sessionWords.campus}</Menu.Label>
            {session.campuses.map((campus) => (
              <Menu.Item
                key={campus.id}
                onClick={() => choose(campus.id)}
                aria-current={campus.id === session.cId || undefined}
                rightSection={campus.id === session.cId ? <IconCheck size={16} aria-hidden /> : null}
              >
                {campus.name}
              </Menu.Item>
            ))}
          </>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<kbd>?</kbd>}
          onClick={onKeys}
        >
          {keyWords.title}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => orTell(signOut(false))}>
          {sessionWords.signOut}
        </Menu.Item>
        <Menu.Item onClick={() => orTell(signOut(true))}>{sessionWords.signOutEverywhere}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
