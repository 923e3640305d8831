/**
 * A window to print many vouchers as one file. The user chooses the vouchers and their order, and sees the progress.
 */
import { Button, Modal, NativeSelect, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VoucherJob } from '#shared/calls/vouchers.ts';
import { type VoucherOrder, voucherOrders } from '#shared/money/voucher-settings.ts';
import { voucherWords } from '#shared/words/papers.ts';
import { voucherSettingsQuery } from '../../lib/voucher-settings.ts';
import { Segments } from '../../ui/segments.tsx';
import { usePrinting } from './use-printing.ts';
import classes from './vouchers.module.css';

/** `sections` are the sections of the billing that can be printed alone. */
export type PrintTarget =
  | { groupID: number; sections: readonly { id: number; name: string }[]; section?: number | undefined }
  | { billIDs: readonly number[] }
  | { familyOf: number; name: string };

const orders = voucherOrders.map((value) => ({ value, label: voucherWords.orders[value] }));
const whichOptions = [
  { value: 'open', label: voucherWords.openOnly },
  { value: 'all', label: voucherWords.all },
] as const;

type Choice = { which: 'open' | 'all'; section: string; order: VoucherOrder | undefined };

function requestOf(target: PrintTarget, { which, section, order }: Choice) {
  const common = { isAll: which === 'all', ...(order ? { order } : {}) };
  if ('billIDs' in target) return { billIDs: [...target.billIDs], ...common };
  if ('familyOf' in target) return { familyOf: target.familyOf, ...common };
  return { groupID: target.groupID, ...(section === '' ? {} : { sectionID: Number(section) }), ...common };
}

function Fields({
  target,
  choice,
  onChoice,
}: {
  target: PrintTarget;
  choice: Choice;
  onChoice: (part: Partial<Choice>) => void;
}) {
  const { data: settings } = useQuery(voucherSettingsQuery);
  const sections = 'sections' in target ? target.sections : [];
  const about =
    'billIDs' in target
      ? voucherWords.ofChosen(target.billIDs.length)
      : 'familyOf' in target
        ? voucherWords.ofFamily(target.name)
        : undefined;
  return (
    <>
      {about !== undefined && (
        <p className={classes.note}>
          <bdi>{about}</bdi>
        </p>
      )}
      {!('familyOf' in target) && (
        <Segments
          label={voucherWords.which}
          segments={whichOptions}
          value={choice.which}
          onChange={(which) => onChoice({ which })}
        />
      )}
      <div className={classes.fields}>
        {sections.length > 0 && (
          <NativeSelect
            label={voucherWords.class}
            data={[
              { value: '', label: voucherWords.everyClass },
              ...sections.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={choice.section}
            onChange={({ currentTarget }) => onChoice({ section: currentTarget.value })}
          />
        )}
        <NativeSelect
          label={voucherWords.order}
          data={orders}
          value={choice.order ?? settings?.order ?? 'class'}
          onChange={({ currentTarget }) => onChoice({ order: currentTarget.value as VoucherOrder })}
        />
      </div>
      <p className={classes.note}>{voucherWords.toMake}</p>
    </>
  );
}

function JobProgress({ job }: { job: VoucherJob }) {
  const { state, made, vouchers, problems } = job;
  const text = {
    working: voucherWords.making(made, vouchers),
    done: voucherWords.done(vouchers - problems.length),
    failed: voucherWords.failed,
    cancelled: voucherWords.cancelled,
  }[state];
  return (
    <>
      <p className={classes.note} role="status" data-urgent={state === 'failed' || undefined}>
        {text}
      </p>
      {(state === 'working' || state === 'done') && (
        <Progress value={(made / Math.max(vouchers, 1)) * 100} aria-label={voucherWords.progress} />
      )}
      {problems.length > 0 && (
        <>
          <p className={classes.note} role="alert" data-urgent>
            {voucherWords.notMade(problems.length)}
          </p>
          <ul className={classes.problems}>
            {problems.map(({ billID, name, message }) => (
              <li key={billID}>
                <bdi>{name || voucherWords.noName}</bdi>: {message}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type Printing = ReturnType<typeof usePrinting>;

function Foot({
  printing,
  onBegin,
  onClose,
}: {
  printing: Printing;
  onBegin: () => void;
  onClose: () => void;
}) {
  const { job, isBusy, cancel, take } = printing;
  if (job?.state === 'done')
    return (
      <footer className={classes.foot}>
        <Button variant="default" disabled={isBusy} onClick={() => take('file')}>
          {voucherWords.save}
        </Button>
        <Button loading={isBusy} onClick={() => take('printer')} autoFocus>
          {voucherWords.print}
        </Button>
      </footer>
    );
  const isMaking = job?.state === 'working';
  return (
    <footer className={classes.foot}>
      <Button variant="default" onClick={isMaking ? cancel : onClose} disabled={isBusy}>
        {voucherWords.cancel}
      </Button>
      <Button loading={isBusy || isMaking} onClick={onBegin} data-autofocus>
        {voucherWords.printAll}
      </Button>
    </footer>
  );
}

export function PrintSheet({ target, onClose }: { target: PrintTarget; onClose: () => void }) {
  const printing = usePrinting();
  const section = 'section' in target && target.section !== undefined ? String(target.section) : '';
  const [choice, setChoice] = useState<Choice>({ which: 'open', section, order: undefined });
  const isNarrow = useMediaQuery('(max-width: 700px)', undefined, { getInitialValueInEffect: false });
  const { job, forgetJob, begin } = printing;
  return (
    <Modal
      opened
      onClose={onClose}
      title={voucherWords.printAll}
      size={520}
      padding={0}
      fullScreen={isNarrow}
      radius={isNarrow ? 0 : undefined}
      styles={{ header: { padding: '12px 12px 12px 16px' } }}
    >
      <div className={classes.body}>
        {(job === undefined || job.state === 'failed' || job.state === 'cancelled') && (
          <Fields
            target={target}
            choice={choice}
            onChoice={(part) => {
              setChoice((before) => ({ ...before, ...part }));
              forgetJob();
            }}
          />
        )}
        {job && <JobProgress job={job} />}
      </div>
      <Foot printing={printing} onBegin={() => begin(requestOf(target, choice))} onClose={onClose} />
    </Modal>
  );
}
