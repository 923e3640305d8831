/** Drops the triggers that refuse a change and creates them again, because SQLite cannot disable a trigger. */

/** For SQLite: selects each trigger with the statement that creates it. */
export const triggersOfFile = `select name, sql as text from sqlite_master where type = 'trigger'`;

/**
 * Returns the statements that drop the `before` triggers of this event, and the statements that create them again.
 */
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
