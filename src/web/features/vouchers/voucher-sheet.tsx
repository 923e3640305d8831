/** A window that shows a bill's voucher, with buttons to print, save or renew the voucher. */
import { Button, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SeenVoucher } from '#shared/calls/vouchers.ts';
import { voucherWords } from '#shared/words/papers.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights } from '../../lib/session.ts';
import { previewQuery } from './api.ts';
import { Drawing } from './drawing.tsx';
import { RenewSheet } from './renew-sheet.tsx';
import { usePrinting } from './use-printing.ts';
import classes from './vouchers.module.css';

/** Shows notes that the user should read before printing. */
function Notes({ voucher }: { voucher: SeenVoucher }) {
  const { printed, expiryDate, isExpired, isOpen } = voucher;
  return (
    <>
      {!isOpen && <p className={classes.note}>{voucherWords.settled}</p>}
      {isOpen && isExpired && expiryDate !== null && (
        <p className={classes.note} data-urgent>
          {voucherWords.expired(expiryDate)}
        </p>
      )}
      {printed > 0 && <p className={classes.note}>{voucherWords.isDuplicate(printed)}</p>}
    </>
  );
}

type FootProps = { billID: number; voucher: SeenVoucher | undefined; onRenew: () => void };

/** The buttons. A voucher that was printed or saved counts as printed, so its next print is a duplicate. */
function Foot({ billID, voucher, onRenew }: FootProps) {
  const { edit } = useRights();
  const { job, isBusy, begin, take, forgetJob } = usePrinting();
  const targetRef = useRef<'printer' | 'file'>('printer');
  const isMaking = job?.state === 'working';
  useEffect(() => {
    if (job?.state !== 'done') return;
    take(targetRef.current);
    forgetJob();
  }, [job?.state, take, forgetJob]);
  const makeFor = (target: 'printer' | 'file'): void => {
    targetRef.current = target;
    begin({ billIDs: [billID], isAll: true });
  };
  const mayRenew = edit && voucher?.isOpen && voucher.isExpired;
  const isWaiting = isBusy || isMaking || voucher === undefined;
  return (
    <footer className={classes.foot}>
      {job?.state === 'failed' && (
        <p className={classes.note} role="status" data-urgent>
          {job.problems[0]?.message ?? voucherWords.failedOne}
        </p>
      )}
      {mayRenew && (
        <Button variant="default" onClick={onRenew}>
          {voucherWords.renew}
        </Button>
      )}
      <Button variant="default" disabled={isWaiting} onClick={() => makeFor('file')}>
        {voucherWords.save}
      </Button>
      <Button
        loading={isBusy || isMaking}
        disabled={isWaiting}
        onClick={() => makeFor('printer')}
        data-autofocus
      >
        {voucherWords.print}
      </Button>
    </footer>
  );
}

type Props = { billID: number; name: string; onClose: () => void };

export function VoucherSheet({ billID, name, onClose }: Props) {
  const query = useQuery(previewQuery(billID));
  const [isRenewing, renew] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  return (
    <Modal
      opened
      onClose={onClose}
      title={<bdi>{voucherWords.voucherOf(name)}</bdi>}
      size={960}
      padding={0}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : undefined}
      styles={{ header: { padding: '12px 12px 12px 16px' } }}
    >
      <div className={classes.body}>
        <Loaded query={query} waiting={<Drawing svg={undefined} label={voucherWords.loading} />} isInset>
          {(voucher) => (
            <>
              <Notes voucher={voucher} />
              <Drawing svg={voucher.svg} label={voucherWords.sheet(name)} isOld={query.isFetching} />
            </>
          )}
        </Loaded>
      </div>
      <Foot billID={billID} voucher={query.data} onRenew={() => renew(true)} />
      {isRenewing && query.data && <RenewSheet voucher={query.data} onClose={() => renew(false)} />}
    </Modal>
  );
}
