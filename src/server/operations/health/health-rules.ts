/** School names as metric labels. Pure. */

/** A monitoring system keeps a series for each label value, so only this many schools get their own. */
const mostNamed = 100;
/** The label of all other schools. It cannot be a slug, because slugs begin with a letter. */
const others = '-others';

type NameOf = ((schoolID: number) => string) & { names: readonly string[] };

/** `schools` is sorted oldest first; the first ones keep their names when others are added. */
export function nameSchools(schools: readonly { id: number; slug: string }[]): NameOf {
  const named = new Map(schools.slice(0, mostNamed).map(({ id, slug }) => [id, slug]));
  const names = [...named.values(), ...(schools.length > mostNamed ? [others] : [])];
  return Object.assign((schoolID: number) => named.get(schoolID) ?? others, { names });
}
