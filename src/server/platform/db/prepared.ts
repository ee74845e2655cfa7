import type { Db } from './open.ts';

/**
 * Statements that run many times a second, built once per database handle, because Drizzle takes longer to build a
 * statement than PostgreSQL to execute it. With a name (`.prepare('name')`) each server connection also keeps the plan.
 * Every transaction builds its own, because its handle ends with it.
 */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  const built = new WeakMap<Db, Statements>();
  return (db) => {
    const statements = built.get(db) ?? build(db);
    built.set(db, statements);
    return statements;
  };
}
