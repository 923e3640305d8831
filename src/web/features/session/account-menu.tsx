import { Menu } from '@mantine/core';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import type { ReactNode } from 'react';
import { keyWords, sessionWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { signOut } from './api.ts';

type Props = {
  children: ReactNode;
  /** Menu items above those of the account. Only a phone has them. */
  before?: ReactNode;
  /** The menu item that switches between the light and the dark colour scheme. */
  theme: ReactNode;
  /** Shows the keyboard shortcuts. */
  onKeys: () => void;
};

/** The menu of the signed-in user. The child is the button that opens it. */
export function AccountMenu({ children, before, theme, onKeys }: Props) {
  const session = useSession();
  return (
    <Menu position={before ? 'top-end' : 'right-end'} width={240} withinPortal={false}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {before}
        {before && <Menu.Divider />}
        <Menu.Label>
          {session.name} · {session.userName}
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<kbd>?</kbd>}
          onClick={onKeys}
        >
          {keyWords.title}
        </Menu.Item>
        {theme}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => void signOut(false).catch(toastFailure)}
        >
          {sessionWords.signOut}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut(true).catch(toastFailure)}>
          {sessionWords.signOutEverywhere}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
