import { getTableName, is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import * as schema from '../db/schema.ts';
import { tableOwners } from './tableOwners.ts';

const { corpus, readers, server } = tableOwners;

describe('list of table owners', () => {
  it('names each table of the schema once', () => {
    const all = Object.values(schema).filter((entry) => is(entry, PgTable));
    expect([...corpus, ...readers, ...server].map(getTableName).sort()).toEqual(all.map(getTableName).sort());
  });

  it('keeps references of the corpus inside it, to earlier tables', () => {
    for (const [at, table] of corpus.entries())
      for (const { reference } of getTableConfig(table).foreignKeys)
        expect(corpus.slice(0, at).map(getTableName)).toContain(getTableName(reference().foreignTable));
  });

  it('counts every table that is deleted with a reader among the readers’ tables', () => {
    const belongsToReader = (table: PgTable) =>
      getTableConfig(table).foreignKeys.some(
        ({ reference, onDelete }) => onDelete === 'cascade' && reference().foreignTable === schema.users,
      );
    expect(server.filter(belongsToReader)).toEqual([]);
  });
});
