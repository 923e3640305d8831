import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { VoucherJob } from '#shared/calls/vouchers.ts';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { download } from '../../lib/download.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { printFile } from '../../lib/print-file.ts';
import { randomID } from '../../lib/random-id.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { toastError } from '../../ui/toast.ts';
import { beginPrint, cancelPrint, fetchVouchers, jobQuery, type PrintWish } from './api.ts';

/** Cancels a job that nobody waits for, so that none of its vouchers counts as printed. */
async function giveUp({ id, state }: VoucherJob): Promise<void> {
  if (state === 'working') await cancelPrint(id);
}

/** Cancels the job when its component unmounts; returns whether it has. */
function useLeaving(job: VoucherJob | undefined) {
  const seen = useRef<VoucherJob>(undefined);
  const isLeft = useRef(false);
  useEffect(() => {
    seen.current = job;
  }, [job]);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      if (seen.current)
        giveUp(seen.current).catch((error: unknown) => toastError(toasts.errorTitle, sentenceOf(error)));
    };
  }, []);
  return isLeft;
}

const noJob: VoucherJob = { id: 0, state: 'failed', vouchers: 0, made: 0, name: '' };

/** One file of vouchers: started, followed, and printed or saved. Leaving meanwhile cancels it. */
export function usePrinting() {
  const [begun, setBegun] = useState<VoucherJob>();
  const [press, setPress] = useState<Press | null>(null);
  const { isBusy, save } = useSaving();
  const { data } = useQuery({ ...jobQuery(begun ?? noJob), enabled: begun !== undefined });
  const job = begun && (data.id === begun.id ? data : begun);
  const isLeft = useLeaving(job);
  const take = (id: number, to: 'printer' | 'file'): Promise<void> =>
    save(async () => {
      const file = await fetchVouchers(id);
      if (to === 'printer') printFile(file);
      else download(file.blob, file.name);
    });
  return {
    job,
    isBusy,
    /** The press keeps its idempotency key only until an answer. A failed job starts anew. */
    begin: (wish: Omit<PrintWish, 'clientID'>): void =>
      void save(async () => {
        const next = pressOf(JSON.stringify(wish), begun ? null : press, randomID);
        setPress(next);
        setBegun(undefined);
        const answered = await beginPrint({ ...wish, clientID: next.clientID });
        if (isLeft.current) await giveUp(answered);
        else setBegun(answered);
      }),
    cancel: (): void =>
      void save(async () => {
        if (job) setBegun(await cancelPrint(job.id));
      }),
    take: (to: 'printer' | 'file'): void => {
      if (job) void take(job.id, to);
    },
    /** The next press is another print. */
    again: (): void => {
      setBegun(undefined);
      setPress(null);
    },
  };
}
