/** The panel beside the students. */
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { maySend } from '#shared/people/rights.ts';
import { demoWords } from '#shared/words/chats.ts';
import { studentsWords } from '#shared/words/families.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { classWords } from '#shared/words/sending.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { classesQuery } from '../features/students/api.ts';
import { lazy } from '../lib/lazy.ts';
import { useRights } from '../lib/session.ts';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { NoRight } from './no-right.tsx';
import type { StudentsSearch } from './search.ts';
import classes from './students.module.css';
import { useAfterSend } from './use-after-send.ts';

const StudentsImport = lazy(() =>
  import('./students-import.tsx').then((m) => ({ default: m.StudentsImport })),
);
const ImportHistory = lazy(() =>
  import('../features/import/import-history.tsx').then((m) => ({ default: m.ImportHistory })),
);
const ClassPanel = lazy(() =>
  import('../features/messages/class-panel.tsx').then((m) => ({ default: m.ClassPanel })),
);
const NewStudentPanel = lazy(() =>
  import('../features/students/student-panel.tsx').then((m) => ({ default: m.NewStudentPanel })),
);
const StudentPanel = lazy(() =>
  import('../features/students/student-panel.tsx').then((m) => ({ default: m.StudentPanel })),
);
const FamilySide = lazy(() => import('./family-side.tsx').then((m) => ({ default: m.FamilySide })));

function Send({ onClose }: { onClose: () => void }) {
  const showSent = useAfterSend();
  const { data } = useQuery(classesQuery);
  const rights = useRights();
  if (!maySend(rights)) return <NoRight title={classWords.title} onClose={onClose} />;
  return (
    data && (
      <ClassPanel
        all={data}
        onClose={onClose}
        note={<DemoNote link={<Link to="/demo-phone">{demoWords.title}</Link>} />}
        onQueued={showSent}
      />
    )
  );
}

type Props = {
  search: StudentsSearch;
  open: (change: StudentsSearch) => void;
  close: () => void;
  /** Closes the panel after saving, without the question about unsaved work. */
  leave: () => void;
  onTouched: (isTouched: boolean) => void;
};

function Add({ search, close, leave, onTouched }: Props) {
  const rights = useRights();
  const { data = [] } = useQuery(classesQuery);
  if (!rights.add) return <NoRight title={studentsWords.addTitle} onClose={close} />;
  const place = data.find(({ id }) => id === search.class);
  const section = place?.sections.find(({ id }) => id === search.section);
  return (
    <NewStudentPanel
      place={place ? { class: place.name, section: section?.name ?? '' } : {}}
      onTouched={onTouched}
      onSaved={leave}
      onClose={close}
    />
  );
}

function Opened(props: Props) {
  const { search, open, close, leave, onTouched } = props;
  const { panel, student, tab } = search;
  const rights = useRights();
  if (panel === 'import')
    return rights.add ? (
      <StudentsImport onClose={close} />
    ) : (
      <NoRight title={studentWords.import} onClose={close} />
    );
  if (panel === 'send') return <Send onClose={close} />;
  if (panel === 'imports') return <ImportHistory kind="students" onClose={close} />;
  if (panel === 'add') return <Add {...props} />;
  if (student === undefined) return null;
  if (panel === 'edit')
    return <StudentPanel studentID={student} onTouched={onTouched} onSaved={leave} onClose={close} />;
  return (
    <FamilySide
      who={{ studentID: student }}
      tab={tab ?? 'family'}
      onTab={(next) => open({ tab: next === 'chat' ? next : undefined })}
      onClose={close}
    />
  );
}

export function StudentsSide(props: Props) {
  const { panel, student } = props.search;
  const waiting = (
    <div className={classes.loading} role="status" aria-label={commonWords.loading}>
      <Skeleton height={160} />
    </div>
  );
  return (
    <div className={classes.side}>
      <ErrorBoundary
        key={`${panel} ${student}`}
        fallback={(_, retry) => (
          <ErrorAlert
            isInset
            message={commonWords.crashed}
            tryAgain={commonWords.tryAgain}
            onTryAgain={retry}
          />
        )}
      >
        <Suspense fallback={waiting}>
          <Opened key={student} {...props} />
        </Suspense>
      </ErrorBoundary>
    </div>
  );
}
