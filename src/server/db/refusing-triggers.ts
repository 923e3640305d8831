/** Triggers that stand before a change and refuse it: how SQLite, which cannot switch one off, is rid of them for a while. */

/** Of a file: each trigger with the statement that made it. */
export const triggersOfFile = `select name, sql as text from sqlite_master where type = 'trigger'`;

/** The statements that take away those which stand before such a change, and those that bring them back. */
export function liftTriggersBefore(
  event: 'insert' | 'delete',
  triggers: readonly { name: string; text: string }[],
): { lift: string[]; bringBack: string[] } {
  const found = triggers.filter(({ text }) => new RegExp(`\\bbefore\\s+${event}\\b`, 'i').test(text));
  return {
    lift: found.map(({ name }) => `drop trigger "${name}"`),
    bringBack: found.map(({ text }) => text),
  };
}
