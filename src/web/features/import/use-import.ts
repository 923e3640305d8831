import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { feeHeadsQuery } from '../../lib/fee-heads-query.ts';
import { headingsQuery } from './api.ts';
import { ImportMoves, type ImportOptions } from './import-moves.ts';
import { type ImportState, importReducer, initialImport } from './import-reducer.ts';

/** One import, from the chosen file to the result. `moves` are its actions. */
export type Import = { state: ImportState; moves: ImportMoves };

export function useImport(options: ImportOptions): Import {
  const [state, dispatch] = useReducer(importReducer, initialImport);
  const [moves] = useState(() => new ImportMoves(options, dispatch));
  useLayoutEffect(() => {
    moves.options = options;
  });
  // The remembered columns are loaded early, before a file is chosen.
  useQuery(headingsQuery(options.kind));
  useQuery({ ...feeHeadsQuery, enabled: options.kind === 'bills' });
  useEffect(() => {
    moves.prepare();
    return moves.end;
  }, [moves]);

  const { step, doing, trouble, compared } = state;
  const { month, year } = options.billing;
  // If the user chooses another month or year, the rows are compared with the stored data again.
  useEffect(() => {
    if (step !== 'check' || doing !== null || trouble !== null || compared === null) return;
    if (compared.month !== month || compared.year !== year) void moves.compare();
  }, [step, doing, trouble, compared, month, year, moves]);
  return { state, moves };
}
