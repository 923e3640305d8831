/** The numbers and names under which bills and students are known. Pure. */

/** `numbers` are E.164, separated by spaces. */
export type Named = {
  name: string;
  numbers: string;
  regNum?: string | null | undefined;
  fatherName?: string | null | undefined;
};

/** `number` is E.164. An empty number, registration number or father's name means that it is not known. */
export type Child = { number: string; name: string; regNum: string; fatherName: string };

/** Returns the child once for each of its numbers, or once without a number. */
export const childrenOf = ({ name, numbers, regNum, fatherName }: Named): Child[] =>
  name === ''
    ? []
    : numbers
        .split(' ')
        .map((number) => ({ number, name, regNum: regNum ?? '', fatherName: fatherName ?? '' }));

/**
 * Keeps each child once, because one statement must not write a row twice. The child gets a father's name if any row
 * has one.
 */
export function eachChild(children: readonly Child[]): Child[] {
  const byKey = new Map<string, Child>();
  for (const child of children) {
    const key = `${child.number}\n${child.regNum}\n${child.name}`;
    if (child.fatherName >= (byKey.get(key)?.fatherName ?? '')) byKey.set(key, child);
  }
  return [...byKey.values()];
}
