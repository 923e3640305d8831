import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { VoucherJob } from '#shared/calls/vouchers.ts';
import { Failure } from '#shared/failures.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { toasts } from '#shared/words/toasts.ts';
import { download } from '../../lib/download.ts';
import { type Press, pressOf } from '../../lib/idempotency.ts';
import { printFile } from '../../lib/print-file.ts';
import { randomID } from '../../lib/random-id.ts';
import type { FetchedFile } from '../../lib/send.ts';
import { useSaving } from '../../lib/use-saving.ts';
import { toastError } from '../../ui/toast.ts';
import { beginPrint, cancelPrint, fetchVouchers, jobQuery, type PrintRequest } from './api.ts';

/** Cancels a job whose result nobody needs. Its vouchers then do not count as printed. */
async function cancelIfWorking({ id, state }: VoucherJob): Promise<void> {
  if (state === 'working') await cancelPrint(id);
}

/** Cancels the job when its component unmounts. Returns a ref that tells whether the component has unmounted. */
function useCancelOnUnmount(job: VoucherJob | undefined) {
  const latestJob = useRef<VoucherJob>(undefined);
  const isUnmounted = useRef(false);
  useEffect(() => {
    latestJob.current = job;
  }, [job]);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
      if (latestJob.current)
        cancelIfWorking(latestJob.current).catch((error: unknown) =>
          toastError(toasts.errorTitle, sentenceOf(error)),
        );
    };
  }, []);
  return isUnmounted;
}

const noJob: VoucherJob = { id: 0, state: 'failed', vouchers: 0, made: 0, name: '', problems: [] };

/**
 * Makes one file of vouchers on the server, and prints or saves it. If the user leaves earlier, the job is cancelled.
 */
export function usePrinting() {
  const [begun, setBegun] = useState<VoucherJob>();
  const [press, setPress] = useState<Press | null>(null);
  const { isBusy, save } = useSaving();
  const { data } = useQuery({ ...jobQuery(begun ?? noJob), enabled: begun !== undefined });
  const job = begun && (data.id === begun.id ? data : begun);
  const isUnmounted = useCancelOnUnmount(job);
  const taken = useRef<{ id: number; file: FetchedFile }>(undefined);
  const take = (id: number, to: 'printer' | 'file'): Promise<void> =>
    save(async () => {
      // The server hands a file out once. Here it can be printed and then saved.
      const file =
        taken.current?.id === id
          ? taken.current.file
          : await fetchVouchers(id).catch((error: unknown) => {
              // Somebody else printed one of them. The next press makes them again.
              if (error instanceof Failure && error.code === 'conflict') setBegun(undefined);
              throw error;
            });
      taken.current = { id, file };
      if (to === 'printer') printFile(file);
      else download(file.blob, file.name);
    });
  return {
    job,
    isBusy,
    /** Starts a job. The idempotency key is used again only if the earlier request had no answer. */
    begin: (request: Omit<PrintRequest, 'clientID'>): void =>
      void save(async () => {
        const next = pressOf(JSON.stringify(request), begun ? null : press, randomID);
        setPress(next);
        setBegun(undefined);
        const startedJob = await beginPrint({ ...request, clientID: next.clientID });
        if (isUnmounted.current) await cancelIfWorking(startedJob);
        else setBegun(startedJob);
      }),
    cancel: (): void =>
      void save(async () => {
        if (job) setBegun(await cancelPrint(job.id));
      }),
    take: (to: 'printer' | 'file'): void => {
      if (job) void take(job.id, to);
    },
    /** Forgets the job, so that the next press starts a new one. */
    forgetJob: (): void => {
      setBegun(undefined);
      setPress(null);
    },
  };
}
