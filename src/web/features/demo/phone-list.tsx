import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { demoWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { OldContent } from '../../ui/old-content.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { type Phone, phonesQuery } from './api.ts';
import classes from './demo.module.css';

type RowProps = { phone: Phone; isOpen: boolean; onOpen: (number: string) => void };

function PhoneRow({ phone, isOpen, onOpen }: RowProps) {
  const { timeZone } = useSession();
  const sayNumber = useSayNumber();
  return (
    <li className={classes.row}>
      <button type="button" onClick={() => onOpen(phone.number)} aria-current={isOpen || undefined}>
        <Face name={phone.name} />
        <span className={classes.what}>
          <NameText text={phone.name || sayNumber(phone.number)} className={classes.name} />
          <NameText
            text={phone.isOnWhatsApp ? withoutMarks(phone.text) : demoWords.notOnWhatsApp}
            className={classes.latest}
          />
        </span>
        <time dateTime={phone.at}>{formatInstant(phone.at, timeZone).split(', ')[1]}</time>
      </button>
    </li>
  );
}

type Props = { chosen: string | undefined; onOpen: (number: string) => void; prompt: ReactNode };

/** Lists the demo phones that have messages. The phone with the latest message comes first. */
export function PhoneList({ chosen, onOpen, prompt }: Props) {
  const [search, setSearch] = useState('');
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(phonesQuery(search));
  const isEmpty = data?.items.length === 0 && !isPlaceholderData;
  return (
    <>
      <div className={classes.search}>
        <SearchBox
          label={demoWords.search}
          clearLabel={commonWords.clearSearch}
          value={search}
          onSearch={setSearch}
          hasKey
        />
      </div>
      {error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
          isInset
        />
      )}
      {!data && !error && <Skeleton height={56} m={16} w="auto" />}
      {isEmpty && search !== '' && <p className={classes.hint}>{commonWords.noMatch(search)}</p>}
      {isEmpty && search === '' && (
        <Empty title={demoWords.none} text={demoWords.noneText}>
          {prompt}
        </Empty>
      )}
      <OldContent isOld={isPlaceholderData}>
        <ul className={classes.rows} data-testid="phone-list">
          {data?.items.map((phone) => (
            <PhoneRow key={phone.number} phone={phone} isOpen={phone.number === chosen} onOpen={onOpen} />
          ))}
        </ul>
      </OldContent>
    </>
  );
}
