import { ActionIcon, Button, NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ClassSummary, VersionedStudent } from '#shared/calls/students.ts';
import { maySeeSidebar, maySend } from '#shared/people/rights.ts';
import { groupWords } from '#shared/words/bills.ts';
import { studentsWords } from '#shared/words/families.ts';
import { historyWords, studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { chooseClass } from '../features/messages/use-draft.ts';
import { cacheStudent, classesQuery, type StudentsPage, studentPages } from '../features/students/api.ts';
import { ClassMenu } from '../features/students/class-menu.tsx';
import { PlaceList, type RosterPlace } from '../features/students/place-list.tsx';
import { choicesOf, nameOfPlace } from '../features/students/rules.ts';
import { StudentTable } from '../features/students/student-table.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { useRights } from '../lib/session.ts';
import { usePages } from '../lib/use-pages.ts';
import { Empty } from '../ui/empty.tsx';
import { NameText } from '../ui/name-text.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { Segments } from '../ui/segments.tsx';
import { prefetchFamily } from './ahead.ts';
import type { StudentsSearch } from './search.ts';
import classes from './students.module.css';
import { StudentsSide } from './students-side.tsx';
import { useEscape } from './use-escape.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useReturnFocus } from './use-return-focus.ts';

const route = getRouteApi('/desk/students');

type Open = (change: StudentsSearch) => void;
const noPanel = { panel: undefined, student: undefined, tab: undefined };

type ListProps = { all: ClassSummary[]; search: StudentsSearch; open: Open };

/** The actions for the whole roster. */
function Actions({ all, search, open }: ListProps) {
  const rights = useRights();
  /** Starts a message. Its first recipients are the opened class or section. */
  const send = (): void => {
    const opened = all.find(({ id }) => id === search.class);
    if (opened) chooseClass(opened.id, search.section === undefined ? 'all' : [search.section]);
    open({ ...noPanel, panel: 'send' });
  };
  return (
    <div className={classes.actions}>
      {maySeeSidebar(rights) && (
        <ActionIcon
          variant="default"
          size={36}
          aria-label={historyWords.title}
          title={historyWords.title}
          onClick={() => open({ ...noPanel, panel: 'imports' })}
        >
          <IconHistory size={18} stroke={1.6} />
        </ActionIcon>
      )}
      {rights.add && (
        <Button variant="default" onClick={() => open({ ...noPanel, panel: 'import' })}>
          {studentWords.import}
        </Button>
      )}
      {maySend(rights) && (
        <Button leftSection={<IconSend size={16} stroke={1.6} aria-hidden />} onClick={send}>
          {groupWords.send}
        </Button>
      )}
    </div>
  );
}

function Nobody({ search, open }: { search: StudentsSearch; open: Open }) {
  const isOfLeft = search.status === 'left' && search.q === undefined;
  return (
    <Empty title={isOfLeft ? studentsWords.noneLeft : noRecords}>
      <Button
        variant="default"
        onClick={() => open({ q: undefined, class: undefined, section: undefined, status: undefined })}
      >
        {commonWords.clearFilters}
      </Button>
    </Empty>
  );
}

/** On a phone the class is chosen above the list. */
function ClassChoice({ all, search, open }: ListProps) {
  const choices = choicesOf(all, studentsWords.all);
  return (
    <NativeSelect
      className={classes.choice}
      aria-label={studentsWords.places}
      value={`${search.class ?? ''}/${search.section ?? ''}`}
      data={choices.map(({ key, label }) => ({ value: key, label }))}
      onChange={({ currentTarget }) => {
        const chosen = choices.find(({ key }) => key === currentTarget.value);
        open({ class: chosen?.classID, section: chosen?.sectionID });
      }}
    />
  );
}

/** The students of the chosen class that match the search. */
function List({ all, search, open }: ListProps) {
  const rights = useRights();
  const { class: classID, section: sectionID, q = '', status = 'here' } = search;
  const students = usePages<VersionedStudent, StudentsPage>(
    studentPages({ search: q, classID, sectionID, status }),
  );
  const counts = students.page?.counts;
  const opened = all.find(({ id }) => id === classID);
  const openPanel = (panel: 'edit' | 'family') => (student: VersionedStudent) => {
    cacheStudent(student);
    open({ ...noPanel, panel, student: student.id });
  };
  return (
    <div className={classes.main}>
      <header className={classes.head}>
        <div className={classes.place}>
          <h2>
            <NameText text={nameOfPlace(all, { classID, sectionID }) ?? studentsWords.all} />
          </h2>
          {rights.edit && opened && sectionID === undefined && (
            <ClassMenu
              all={all}
              one={opened}
              onMerged={(intoID) => open({ class: intoID, section: undefined })}
            />
          )}
        </div>
        <Actions {...{ all, search, open }} />
      </header>
      <ClassChoice {...{ all, search, open }} />
      <div className={classes.filters}>
        <Segments
          label={studentsWords.show}
          segments={[
            { value: 'here', label: studentsWords.here, count: counts?.here },
            { value: 'left', label: studentsWords.left, count: counts?.left },
          ]}
          value={status}
          onChange={(next) => open({ status: next === 'left' ? 'left' : undefined })}
        />
        <SearchBox
          hasKey
          label={studentsWords.search}
          clearLabel={commonWords.clearSearch}
          value={q}
          onSearch={(text) => open({ q: text || undefined })}
        />
      </div>
      <Loaded
        query={{ ...students, data: students.count }}
        waiting={<Skeleton className={classes.waiting} radius="lg" />}
      >
        {(count) =>
          count === 0 ? (
            <Nobody {...{ search, open }} />
          ) : (
            <StudentTable
              key={JSON.stringify([classID, sectionID, status, q])}
              count={count}
              at={students.at}
              onSee={students.see}
              isOld={students.isOld}
              chosen={search.student}
              onOpen={openPanel('family')}
              onAhead={({ id }) => prefetchFamily({ studentID: id })}
              onEdit={rights.edit || rights.delete ? openPanel('edit') : undefined}
            />
          )
        }
      </Loaded>
    </div>
  );
}

/** The roster: classes at the left, students beside them, and a panel at the right. */
export function Students() {
  const search = route.useSearch();
  const { panel, class: classID, section: sectionID } = search;
  const navigate = route.useNavigate();
  const rights = useRights();
  usePageTitle(`${studentWords.title} · ${commonWords.product}`);
  const open: Open = (change) => void navigate({ search: (before) => ({ ...before, ...change }) });
  const close = (): void => open(noPanel);
  /** Closes the panel after a save. There is no unsaved work, so the navigation guard is skipped. */
  const leave = (): void =>
    void navigate({ search: (before) => ({ ...before, ...noPanel }), ignoreBlocker: true });
  const [isTouched, touch] = useState(false);
  useLeaveGuard(isTouched, studentsWords.leaveQuestion);
  useEscape(panel !== undefined, close);
  useReturnFocus(panel !== undefined);
  const query = useQuery(classesQuery);
  const goTo = (place: RosterPlace): void => open({ class: place.classID, section: place.sectionID });
  const isGone = query.data?.every(({ id }) => id !== classID) === true && !query.isFetching;
  useEffect(() => {
    // A class without students no longer exists, for example after its last student has moved to another class.
    if (classID !== undefined && isGone)
      void navigate({
        search: (before) => ({ ...before, class: undefined, section: undefined }),
        replace: true,
      });
  }, [classID, isGone, navigate]);
  const add = rights.add && (
    <Button
      variant="light"
      leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
      onClick={() => open({ ...noPanel, panel: 'add' })}
    >
      {studentsWords.add}
    </Button>
  );
  const prompt = rights.add && (
    <Button onClick={() => open({ ...noPanel, panel: 'import' })}>{studentWords.import}</Button>
  );
  const all = query.data;
  return (
    <main className={classes.desk} data-panel={panel}>
      {/* On a phone the panel covers the heading. */}
      {panel && (
        <VisuallyHidden component="h1" className={classes.onPhone}>
          {studentWords.title}
        </VisuallyHidden>
      )}
      <div className={classes.behind}>
        <PlaceList all={all ?? []} place={{ classID, sectionID }} onPlace={goTo} action={add} />
        {all && all.length > 0 && <List {...{ all, search, open }} />}
        {all?.length !== 0 ? (
          all === undefined && (
            <div className={classes.main}>
              <Loaded query={query}>{() => null}</Loaded>
            </div>
          )
        ) : (
          <div className={classes.main}>
            <Empty
              title={studentWords.none}
              text={rights.add ? studentWords.noneText : studentWords.noneToSee}
            >
              {prompt}
            </Empty>
          </div>
        )}
      </div>
      {panel && <StudentsSide {...{ search, open, close, leave }} onTouched={touch} />}
    </main>
  );
}
