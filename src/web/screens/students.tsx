import { ActionIcon, Button, Skeleton, VisuallyHidden } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { maySeeSidebar, maySend } from '#shared/rights.ts';
import { demoWords } from '#shared/words/chats.ts';
import { historyWords, studentWords } from '#shared/words/import-screen.ts';
import { commonWords, groupWords } from '#shared/words/screen.ts';
import { classWords } from '#shared/words/sending.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { classesQuery } from '../features/students/api.ts';
import { ClassList } from '../features/students/class-list.tsx';
import { lazy } from '../lib/lazy.ts';
import { useRights } from '../lib/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Trouble } from '../ui/trouble.tsx';
import { BroadcastLink } from './broadcast-link.tsx';
import { NoRight } from './no-right.tsx';
import type { StudentsSearch } from './search.ts';
import classes from './send-messages.module.css';
import { useEscape } from './use-escape.ts';
import { useReturnFocus } from './use-return-focus.ts';

const route = getRouteApi('/desk/students');

const StudentsImport = lazy(() =>
  import('./students-import.tsx').then((m) => ({ default: m.StudentsImport })),
);
const ImportHistory = lazy(() =>
  import('../features/import/import-history.tsx').then((m) => ({ default: m.ImportHistory })),
);

const ClassPanel = lazy(() =>
  import('../features/messages/class-panel.tsx').then((m) => ({ default: m.ClassPanel })),
);

function Send({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(classesQuery);
  const rights = useRights();
  if (!maySend(rights)) return <NoRight title={classWords.title} onClose={onClose} />;
  return (
    data && (
      <ClassPanel
        all={data}
        onClose={onClose}
        note={<DemoNote link={<Link to="/demo-phone">{demoWords.title}</Link>} />}
        linkToBroadcast={(broadcastID) => <BroadcastLink broadcastID={broadcastID} />}
      />
    )
  );
}

type PanelProps = { panel: NonNullable<StudentsSearch['panel']>; onClose: () => void };

function Side({ panel, onClose }: PanelProps) {
  const rights = useRights();
  const waiting = (
    <div className={classes.loading} role="status" aria-label={commonWords.loading}>
      <Skeleton height={160} />
    </div>
  );
  return (
    <div className={classes.side}>
      <ErrorBoundary
        key={panel}
        fallback={(_, retry) => (
          <Trouble isInset message={commonWords.crashed} tryAgain={commonWords.tryAgain} onTryAgain={retry} />
        )}
      >
        <Suspense fallback={waiting}>
          {panel === 'import' && rights.add && <StudentsImport onClose={onClose} />}
          {panel === 'import' && !rights.add && <NoRight title={studentWords.import} onClose={onClose} />}
          {panel === 'send' && <Send onClose={onClose} />}
          {panel === 'imports' && <ImportHistory kind="students" onClose={onClose} />}
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}

/** The classes of the campus, and the rosters they come from. */
export function Students() {
  const { panel } = route.useSearch();
  const navigate = route.useNavigate();
  const rights = useRights();
  usePageTitle(`${studentWords.title} · ${commonWords.product}`);
  const open = (next: StudentsSearch['panel']): void => void navigate({ search: { panel: next } });
  useEscape(panel !== undefined, () => open(undefined));
  useReturnFocus(panel !== undefined);
  const hasClasses = useQuery(classesQuery).data?.length !== 0;
  const importButton = rights.add && (
    <Button variant={hasClasses ? 'default' : 'filled'} onClick={() => open('import')}>
      {studentWords.import}
    </Button>
  );
  const actions = (
    <>
      {maySeeSidebar(rights) && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={historyWords.title}
          title={historyWords.title}
          onClick={() => open('imports')}
        >
          <IconHistory size={18} stroke={1.6} />
        </ActionIcon>
      )}
      {hasClasses && importButton}
      {maySend(rights) && hasClasses && (
        <Button leftSection={<IconSend size={16} stroke={1.6} aria-hidden />} onClick={() => open('send')}>
          {groupWords.send}
        </Button>
      )}
    </>
  );
  return (
    <main className={classes.desk} data-panel={panel}>
      {/* There the panel stands in front of the heading. */}
      {panel && (
        <VisuallyHidden component="h1" className={classes.onPhone}>
          {studentWords.title}
        </VisuallyHidden>
      )}
      <div className={classes.main}>
        <ClassList actions={actions} prompt={importButton} />
      </div>
      {panel && <Side panel={panel} onClose={() => open(undefined)} />}
    </main>
  );
}
