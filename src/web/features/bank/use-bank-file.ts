import { useEffect, useState } from 'react';
import { BankMoves, type BankWork } from './bank-moves.ts';

/** The current file, undefined until one is chosen, and its moves. */
export function useBankFile() {
  const [work, setWork] = useState<BankWork>();
  const [moves] = useState(() => new BankMoves(setWork));
  useEffect(() => moves.clear, [moves]);
  return { work, moves };
}
export type BankFileWork = ReturnType<typeof useBankFile>;
