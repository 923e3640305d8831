import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { installationWords } from '#shared/words/installation.ts';
import { CommandsPart } from '../features/installation/commands-part.tsx';
import { LanPart } from '../features/installation/lan-part.tsx';
import { PortPart } from '../features/installation/port-part.tsx';
import { RestartPart } from '../features/installation/restart-part.tsx';
import { WarningList } from '../features/installation/warning-list.tsx';
import { installationQuery } from '../lib/installation.ts';
import { Loaded } from '../lib/loaded.tsx';
import { Empty } from '../ui/empty.tsx';
import { SettingsPage } from './settings-page.tsx';

function Parts() {
  const query = useQuery(installationQuery);
  return (
    <Loaded query={query} waiting={<Skeleton height={240} radius="lg" />}>
      {(installation) =>
        installation.mayChange ? (
          <>
            <RestartPart installation={installation} />
            <WarningList />
            <LanPart installation={installation} />
            <PortPart installation={installation} />
            <CommandsPart installation={installation} />
          </>
        ) : (
          <Empty title={installationWords.operator} />
        )
      }
    </Loaded>
  );
}

/** The settings of the computer: where Qasid listens, which computers have access, and how it starts. */
export function Installation() {
  return (
    <SettingsPage topic="computer">
      <Parts />
    </SettingsPage>
  );
}
