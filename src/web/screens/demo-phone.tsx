import { ActionIcon, Button } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { groupWords } from '#shared/words/bills.ts';
import { demoWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { billerWords } from '#shared/words/settings.ts';
import { demoQuery } from '../features/demo/api.ts';
import { DemoNote } from '../features/demo/demo-note.tsx';
import { PaceField } from '../features/demo/pace-field.tsx';
import { PhoneList } from '../features/demo/phone-list.tsx';
import { PhoneView } from '../features/demo/phone-view.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './demo-phone.module.css';

const route = getRouteApi('/desk/demo-phone');

/** The phones of the families in demo mode, which lasts until the campus connects WhatsApp. */
export function DemoPhone() {
  const { number } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch, isFetching } = useQuery(demoQuery);
  usePageTitle(`${demoWords.title} · ${commonWords.product}`);
  if (data && !data.isDemo) return <Empty level={1} title={demoWords.off} text={demoWords.offText} />;
  if (error) {
    const again = () => void refetch();
    return (
      <ErrorAlert
        isInset
        message={sentenceOf(error)}
        tryAgain={commonWords.tryAgain}
        onTryAgain={again}
        isTrying={isFetching}
      />
    );
  }
  const prompt = (
    <Button renderRoot={(props) => <Link to="/send-messages" search={{ panel: 'send' }} {...props} />}>
      {groupWords.promptTitle}
    </Button>
  );
  return (
    <main className={classes.page} data-phone={number !== undefined || undefined}>
      <div className={classes.list}>
        <header className={classes.head}>
          <h1>{demoWords.title}</h1>
          <PaceField />
        </header>
        <div className={classes.note}>
          <DemoNote />
          <p>
            {demoWords.text} <Link to="/demo-biller">{billerWords.open}</Link>
          </p>
        </div>
        <PhoneList
          chosen={number}
          onOpen={(next) => void navigate({ search: { number: next } })}
          prompt={prompt}
        />
      </div>
      <div className={classes.stage}>
        {number && (
          <ActionIcon
            className={classes.back}
            aria-label={commonWords.back}
            onClick={() => void navigate({ search: {} })}
          >
            <IconArrowLeft size={20} stroke={1.6} />
          </ActionIcon>
        )}
        {number ? (
          <PhoneView key={number} number={number} />
        ) : (
          <Empty
            icon={<IconDeviceMobile size={26} stroke={1.6} aria-hidden />}
            title={demoWords.choose}
            text={demoWords.chooseText}
          />
        )}
      </div>
    </main>
  );
}
