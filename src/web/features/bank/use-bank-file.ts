import { useEffect, useState } from 'react';
import { BankMoves, type BankWork } from './bank-moves.ts';

/** The file that is gone through, undefined before one is chosen, and the moves. */
export function useBankFile() {
  const [work, setWork] = useState<BankWork>();
  const [moves] = useState(() => new BankMoves(setWork));
  useEffect(() => moves.clear, [moves]);
  return { work, moves };
}
export type BankFileWork = ReturnType<typeof useBankFile>;
