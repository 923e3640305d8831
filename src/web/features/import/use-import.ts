import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { headingsQuery } from './api.ts';
import { atFirst, goOn, type ImportState } from './import-state.ts';
import { type ImportGiven, ImportWork } from './import-work.ts';

/** One import from the file to its counts: which step it is at, what is shown of it, and the moves. */
export type Import = { state: ImportState; moves: ImportWork };

export function useImport(given: ImportGiven): Import {
  const [state, tell] = useReducer(goOn, atFirst);
  const [moves] = useState(() => new ImportWork(given, tell));
  useLayoutEffect(() => {
    moves.given = given;
  });
  // What was mapped before is there when a file is chosen.
  useQuery(headingsQuery(given.kind));
  useEffect(() => {
    moves.prepare();
    return moves.end;
  }, [moves]);

  const { step, doing, trouble, compared } = state;
  const { month, year } = given.billing;
  // Another month or year chosen for the billing is another question to what is stored.
  useEffect(() => {
    if (step !== 'check' || doing !== null || trouble !== null || compared === null) return;
    if (compared.month !== month || compared.year !== year) void moves.compare();
  }, [step, doing, trouble, compared, month, year, moves]);
  return { state, moves };
}
