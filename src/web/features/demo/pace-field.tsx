import { useQuery } from '@tanstack/react-query';
import { demoWords } from '#shared/words/chats.ts';
import { useRights } from '../../lib/session.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { Segments } from '../../ui/segments.tsx';
import { demoQuery, type Pace, setPace } from './api.ts';

const paces = ['instant', 'quick', 'natural'] as const satisfies readonly Pace[];

/** Lets an administrator choose how fast the demo phones receive and answer messages. */
export function PaceField() {
  const rights = useRights();
  const { data } = useQuery(demoQuery);
  if (!rights.admin || !data) return null;
  const choose = (pace: Pace): void => void setPace(pace).catch(toastFailure);
  return (
    <Segments
      label={demoWords.pace}
      value={data.pace}
      onChange={choose}
      segments={paces.map((pace) => ({ value: pace, label: demoWords.paces[pace] }))}
    />
  );
}
