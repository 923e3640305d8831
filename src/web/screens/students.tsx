import { ActionIcon, Button, Skeleton } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { maySeeSidebar } from '#shared/rights.ts';
import { historyWords, studentWords } from '#shared/words/importing.ts';
import { commonWords } from '#shared/words/screen.ts';
import { ClassList } from '../features/students/class-list.tsx';
import { useRights } from '../lib/session.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Trouble } from '../ui/trouble.tsx';
import { NoRight } from './no-right.tsx';
import type { StudentsSearch } from './search.ts';
import classes from './send-messages.module.css';
import { useEscape } from './use-escape.ts';

const route = getRouteApi('/desk/students');

const StudentsImport = lazy(() =>
  import('./students-import.tsx').then((m) => ({ default: m.StudentsImport })),
);
const ImportHistory = lazy(() =>
  import('../features/import/import-history.tsx').then((m) => ({ default: m.ImportHistory })),
);

type PanelProps = { panel: NonNullable<StudentsSearch['panel']>; onClose: () => void };

function Side({ panel, onClose }: PanelProps) {
  const rights = useRights();
  const waiting = (
    <div className={classes.loading} role="status" aria-label={commonWords.loading}>
      <Skeleton height={160} />
    </div>
  );
  return (
    <aside className={classes.side}>
      <ErrorBoundary
        key={panel}
        fallback={(_, retry) => (
          <Trouble isInset message={commonWords.crashed} tryAgain={commonWords.tryAgain} onTryAgain={retry} />
        )}
      >
        <Suspense fallback={waiting}>
          {panel === 'import' && rights.add && <StudentsImport onClose={onClose} />}
          {panel === 'import' && !rights.add && <NoRight title={studentWords.import} onClose={onClose} />}
          {panel === 'imports' && <ImportHistory kind="students" onClose={onClose} />}
        </Suspense>
      </ErrorBoundary>
    </aside>
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
  const importButton = rights.add && <Button onClick={() => open('import')}>{studentWords.import}</Button>;
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
      {importButton}
    </>
  );
  return (
    <div className={classes.desk} data-panel={panel}>
      <main className={classes.main}>
        <ClassList actions={actions} prompt={importButton} />
      </main>
      {panel && <Side panel={panel} onClose={() => open(undefined)} />}
    </div>
  );
}
