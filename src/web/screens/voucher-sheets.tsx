/** Printing of vouchers. The code is loaded when a voucher is first requested. */
import { ActionIcon, Button } from '@mantine/core';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import { Suspense, useState } from 'react';
import { voucherWords } from '#shared/words/papers.ts';
import type { PrintTarget } from '../features/vouchers/print-sheet.tsx';
import { lazy } from '../lib/lazy.ts';

const PrintSheet = lazy(() =>
  import('../features/vouchers/print-sheet.tsx').then((m) => ({ default: m.PrintSheet })),
);
const VoucherSheet = lazy(() =>
  import('../features/vouchers/voucher-sheet.tsx').then((m) => ({ default: m.VoucherSheet })),
);

/** Prints the vouchers of many bills. Without a target nothing is shown. */
export function VoucherPrinting({
  target,
  onClose,
}: {
  target: PrintTarget | undefined;
  onClose: () => void;
}) {
  return target && <Suspense>{<PrintSheet target={target} onClose={onClose} />}</Suspense>;
}

/** Prints the voucher of one bill. */
export function VoucherButton({ billID, name }: { billID: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {voucherWords.voucher}
      </Button>
      {isOpen && (
        <Suspense>
          <VoucherSheet billID={billID} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Prints the vouchers of all open bills of a family. */
export function FamilyVouchers({ billID, name }: { billID: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={voucherWords.printAll}
        title={voucherWords.printAll}
        onClick={() => setOpen(true)}
      >
        <IconPrinter size={18} stroke={1.6} />
      </ActionIcon>
      <VoucherPrinting
        target={isOpen ? { familyOf: billID, name } : undefined}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
