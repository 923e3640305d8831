/** SQLite on a computer that may fail. The file is real, and the computer may be killed at every statement. */
import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue, type StatementSync } from 'node:sqlite';

export type Watch = {
  /** Called before and after each statement. Throws when the computer is off. */
  before: (sql: string) => void;
  after: (sql: string, changes: number) => void;
  /** A message changed its state; the transaction may still be rolled back. */
  step: (messageID: number, from: string, to: string) => void;
};

/** A trigger of the database reports the changes, so that no statement is missed. */
const stepTrigger = `create temp trigger if not exists told_step after update of status on main.message
  when old.status <> new.status begin select told_step(new.id, old.status, new.status); end`;

export class WatchedDatabase extends DatabaseSync {
  readonly #watch: Watch;

  constructor(file: string, options: DatabaseSyncOptions, watch: Watch) {
    super(file, options);
    this.#watch = watch;
  }

  /** Called once the tables exist. */
  tellSteps(): void {
    super.function('told_step', (id, from, to) => {
      this.#watch.step(Number(id), String(from), String(to));
      return null;
    });
    super.exec(stepTrigger);
  }

  override prepare(sql: string): StatementSync {
    this.#watch.before(sql);
    const statement = super.prepare(sql);
    const watched =
      <A extends SQLInputValue[], R>(work: (...values: A) => R, changesOf: (result: R) => number) =>
      (...values: A): R => {
        this.#watch.before(sql);
        const result = work(...values);
        this.#watch.after(sql, changesOf(result));
        return result;
      };
    const isRead = /^\s*(select|with|pragma)\b/i.test(sql) && !/\b(insert|update|delete)\b/i.test(sql);
    return {
      columns: () => statement.columns(),
      all: watched(
        (...values: SQLInputValue[]) => statement.all(...values),
        (rows) => (isRead ? 0 : rows.length),
      ),
      run: watched(
        (...values: SQLInputValue[]) => statement.run(...values),
        ({ changes }) => (isRead ? 0 : Number(changes)),
      ),
      get: (...values: SQLInputValue[]) => statement.get(...values),
      iterate: (...values: SQLInputValue[]) => statement.iterate(...values),
    } as unknown as StatementSync;
  }

  override exec(sql: string): void {
    this.#watch.before(sql);
    super.exec(sql);
  }
}
