/** Under which numbers and names bills and students are known. Pure. */

/** `numbers`: E.164, by space. */
export type Named = {
  name: string;
  numbers: string;
  regNum?: string | null | undefined;
  fatherName?: string | null | undefined;
};

/** `number`: E.164, '' for none; so are a registration number and a father's name. */
export type Child = { number: string; name: string; regNum: string; fatherName: string };

/** One for each of its numbers; where it has none, one without. */
export const childrenOf = ({ name, numbers, regNum, fatherName }: Named): Child[] =>
  name === ''
    ? []
    : numbers
        .split(' ')
        .map((number) => ({ number, name, regNum: regNum ?? '', fatherName: fatherName ?? '' }));

/** Each once, by a father where one of them names him: a list that is written may hold none twice. */
export function eachChild(children: readonly Child[]): Child[] {
  const byKey = new Map<string, Child>();
  for (const child of children) {
    const key = `${child.number}\n${child.regNum}\n${child.name}`;
    if (child.fatherName >= (byKey.get(key)?.fatherName ?? '')) byKey.set(key, child);
  }
  return [...byKey.values()];
}
