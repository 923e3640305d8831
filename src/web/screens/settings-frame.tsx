import { Flex } from '@mantine/core';
import { Outlet, useRouterState, useSearch } from '@tanstack/react-router';
import { useRights } from '../lib/session.ts';
import { CrashGuard } from './crash-guard.tsx';
import { SettingsList } from './settings-list.tsx';
import { topicAt } from './settings-topics.ts';
import { useIsPhone } from './use-is-phone.ts';

/** The list of topics beside the opened topic. On a phone, Settings opens with the list as a page of its own. */
export function SettingsFrame() {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const { part } = useSearch({ strict: false });
  const topic = topicAt(pathname, part, useRights());
  const isPhone = useIsPhone();
  const isList = isPhone && pathname === '/settings' && part === undefined;
  return (
    <Flex component="main">
      {(isList || !isPhone) && <SettingsList open={isList ? undefined : topic} isPage={isPhone} />}
      {!isList && (
        <CrashGuard key={topic}>
          <Outlet />
        </CrashGuard>
      )}
    </Flex>
  );
}
