import type { Db } from './open.ts';

/**
 * Statements that are asked many times a second, built once for each database handle: Drizzle takes longer to build a
 * statement than PostgreSQL to answer it. With a name (`.prepare('name')`) the server keeps its plan on each connection, too.
 * Inside a transaction they are built anew: its handle is gone afterwards.
 */
export function prepared<Statements>(build: (db: Db) => Statements): (db: Db) => Statements {
  const built = new WeakMap<Db, Statements>();
  return (db) => {
    const statements = built.get(db) ?? build(db);
    built.set(db, statements);
    return statements;
  };
}
