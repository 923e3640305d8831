import type { BroadcastTemplate } from '../../templates/tables.ts';

/** The broadcasts that go by this template. Pure. */
export const goingBy = <B extends { template: string | null }>(
  broadcasts: readonly B[],
  { name, language }: Pick<BroadcastTemplate, 'name' | 'language'>,
): B[] =>
  broadcasts.filter(({ template }) => {
    const own = JSON.parse(template ?? '{}') as Partial<BroadcastTemplate>;
    return own.name === name && own.language === language;
  });
