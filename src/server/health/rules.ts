/** How schools are named in metrics. Pure. */

/** Each is a label, and of each label a watcher keeps a row of figures: so many have one of their own. */
const mostNamed = 100;
/** All others together. No school is called so: its short name begins with a letter. */
const others = '-others';

type NameOf = ((schoolID: number) => string) & { names: readonly string[] };

/** `schools`: the oldest first, which keep their names whatever comes. */
export function nameSchools(schools: readonly { id: number; slug: string }[]): NameOf {
  const named = new Map(schools.slice(0, mostNamed).map(({ id, slug }) => [id, slug]));
  const names = [...named.values(), ...(schools.length > mostNamed ? [others] : [])];
  return Object.assign((schoolID: number) => named.get(schoolID) ?? others, { names });
}
