import { useQuery } from '@tanstack/react-query';
import { demoWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { useRights } from '../../lib/session.ts';
import { Segments } from '../../ui/segments.tsx';
import { toastError } from '../../ui/toast.ts';
import { demoQuery, type Pace, setPace } from './api.ts';

const paces = ['instant', 'quick', 'natural'] as const satisfies readonly Pace[];

/** Lets an administrator choose how fast the demo phones receive and answer messages. */
export function PaceField() {
  const rights = useRights();
  const { data } = useQuery(demoQuery);
  if (!rights.admin || !data) return null;
  const choose = (pace: Pace): void => {
    setPace(pace).catch((error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
  };
  return (
    <Segments
      label={demoWords.pace}
      value={data.pace}
      onChange={choose}
      segments={paces.map((pace) => ({ value: pace, label: demoWords.paces[pace] }))}
    />
  );
}
