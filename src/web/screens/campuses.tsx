import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { commonWords } from '#shared/words/screen.ts';
import { allCampusesWords } from '#shared/words/settings.ts';
import { CampusFigures } from '../features/school/campus-figures.tsx';
import { switchCampus } from '../features/session/api.ts';
import { toastFailure } from '../lib/toast-failure.ts';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './campuses.module.css';

const route = getRouteApi('/desk/campuses');

/** The overview for head office: the progress of each campus. */
export function Campuses() {
  const { month } = route.useSearch();
  const navigate = useNavigate();
  usePageTitle(`${allCampusesWords.title} · ${commonWords.product}`);
  const open = (id: number): void => {
    switchCampus(id)
      .then(() => navigate({ to: '/send-messages', search: {} }))
      .catch(toastFailure);
  };
  return (
    <main className={classes.page}>
      <header>
        <h1>{allCampusesWords.title}</h1>
      </header>
      <CampusFigures
        month={month}
        onMonth={(next) => void navigate({ to: '/campuses', search: { month: next } })}
        onCampus={open}
      />
    </main>
  );
}
