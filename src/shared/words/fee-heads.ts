/** Texts of Settings about fee heads. */
import type { FeeHeadClass } from '../fee-head-class.ts';

export const feeHeadWords = {
  title: 'Fee heads',
  hint: 'Arrears count once: where a new bill asks for what older ones leave open, only the new one is owed. A head is told by its name; correct it here if the name says something else. It holds for the sheets to come.',
  head: 'Head',
  class: 'What it is',
  classOf: (name: string) => `What ${name} is`,
  none: 'No head of fees has come in yet. They come with the first sheet.',
  said: (byName: string) => `Said by hand; its name says ${byName.toLowerCase()}`,
  classes: {
    tuition: 'Tuition',
    arrears: 'Arrears',
    fine: 'Fine',
    concession: 'Concession',
    other: 'Another fee',
  } satisfies Record<FeeHeadClass, string>,
} as const;
