/** Another program's queue, moving jobs that do nothing. */
export type Peer = {
  /** For a person: which it is, and how it was set where that matters. */
  name: string;
  /** Milliseconds until so many waiting jobs are done, written down as such and nothing of them is left to do. */
  move: (jobs: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Milliseconds between two looks whether all is done. */
export const lookEvery = 5;
