/** Removes the triggers that refuse a change and makes them again, because SQLite cannot disable a trigger. */

/** For SQLite: each trigger with the statement that created it. */
export const triggersOfFile = `select name, sql as text from sqlite_master where type = 'trigger'`;

/** The statements that drop the `before` triggers of this event, and those that create them again. */
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
