import { circles } from './circles.ts';
import { features, tables } from './features.ts';
import { layers, order } from './layers.ts';
import { findIn } from './planted.ts';
import { size } from './size.ts';

describe('layers', () => {
  const platform = { 'src/server/platform/platform.ts': 'export const a = 1;' };
  const run = 'src/server/digests/run.ts';

  it('allows what the table names, the shared contracts and a library in its room', () => {
    const files = {
      ...platform,
      'src/shared/api.ts': 'export const api = 1;',
      'src/server/mail/smtp.ts': `import nodemailer from 'nodemailer'; import '#platform/platform.ts'; import '#shared/api.ts';`,
    };
    expect(findIn(layers, files)).toEqual([]);
  });

  it('reports an import of a room above, of a type and inside a type as well', () => {
    const files = {
      [run]: 'export type Run = 1;',
      'src/server/mail/a.ts': `import '#digests/run.ts';`,
      'src/server/mail/b.ts': `import type { Run } from '#digests/run.ts';`,
      'src/server/mail/c.ts': `export type C = import('#digests/run.ts').Run;`,
    };
    expect(findIn(layers, files)).toEqual([
      'src/server/mail/a.ts:1 mail may not import digests (#digests/run.ts)',
      'src/server/mail/b.ts:1 mail may not import digests (#digests/run.ts)',
      'src/server/mail/c.ts:1 mail may not import digests (#digests/run.ts)',
    ]);
  });

  it('reports what a library imports of the project, and a contract that takes more than its types', () => {
    const files = {
      'src/engine/rank.ts': `import type { api } from '#shared/api.ts';`,
      'src/engine/rank.test.ts': `import '#shared/api.ts';`,
      'src/shared/api.ts': `import type { Why } from '#engine/types.ts'; import { why } from '#engine/types.ts';`,
      'src/engine/types.ts': '',
    };
    expect(findIn(layers, files)).toEqual([
      'src/engine/rank.ts:1 engine is a library, which imports nothing of the project (#shared/api.ts)',
      'src/shared/api.ts:1 shared takes only types of engine (#engine/types.ts)',
    ]);
  });

  it('reports a room that the table does not name', () =>
    expect(findIn(layers, { 'src/server/shop/till.ts': '' })).toEqual([
      'src/server/shop/till.ts the room “shop” is not in layers.json',
    ]));

  it('reports a library outside its room', () =>
    expect(findIn(layers, { [run]: `import nodemailer from 'nodemailer/lib/x';` })).toEqual([
      `${run}:1 nodemailer belongs to mail (nodemailer/lib/x)`,
    ]));

  it('reports routes bound outside noun.ts, and a stand-in started outside main.ts', () => {
    const files = {
      'src/server/mail/routes.ts': 'export const routes = 1;',
      'src/server/mail/open.ts': `import { routes } from './routes.ts';`,
      'stand-ins/smtp/server.ts': 'export const smtp = 1;',
      'src/app/start.ts': `import '#stand-ins/smtp/server.ts';`,
      'src/app/main.ts': `import '#stand-ins/smtp/server.ts';`,
    };
    expect(findIn(layers, files)).toEqual([
      'src/server/mail/open.ts:1 only a noun.ts binds routes and jobs (./routes.ts)',
      'src/app/start.ts:1 only app/main.ts starts stand-ins (#stand-ins/smtp/server.ts)',
    ]);
  });

  it('reports a page that imports the server', () => {
    const files = { ...platform, 'src/web/page.ts': `import '#platform/platform.ts';` };
    expect(findIn(layers, files)).toEqual([
      'src/web/page.ts:1 web may not import platform (#platform/platform.ts)',
    ]);
  });
});

describe('circles', () => {
  it('reports two files that import each other’s types', () => {
    const files = {
      'stand-ins/llm/a.ts': `import type { B } from './b.ts'; export type A = B;`,
      'stand-ins/llm/b.ts': `import type { A } from './a.ts'; export type B = A;`,
    };
    expect(findIn(circles, files)).toEqual([
      'stand-ins/llm/a.ts a circle of files: stand-ins/llm/a.ts → stand-ins/llm/b.ts',
    ]);
  });

  it('reports folders and rooms in a circle whose files are in none', () => {
    const files = {
      'src/server/mail/one/a.ts': `import '#digests/b.ts';`,
      'src/server/digests/b.ts': '',
      'src/server/digests/c.ts': `import '#mail/one/d.ts';`,
      'src/server/mail/one/d.ts': '',
    };
    expect(findIn(circles, files)).toEqual([
      'src/server/mail/one a circle of folders: src/server/mail/one → src/server/digests',
      'src/server/mail a circle of rooms: src/server/mail → src/server/digests',
    ]);
  });

  it('lets the subfolders of a feature import its contract, tables and settings', () => {
    const files = {
      'src/features/sharing/feature.ts': `import './server/page.ts';`,
      'src/features/sharing/tables.ts': '',
      'src/features/sharing/server/page.ts': `import '../tables.ts';`,
    };
    expect(findIn(circles, files)).toEqual([]);
    expect(findIn(order, files)).toEqual([]);
  });
});

describe('order of subfolders', () => {
  it('reports an import of the parent folder and of a later sibling', () => {
    const files = {
      'src/server/digests/types.ts': '',
      'src/server/digests/run/run.ts': `import '../types.ts'; import '../store/lease.ts';`,
      'src/server/digests/store/lease.ts': `import '../run/run.ts';`,
    };
    expect(findIn(order, files)).toEqual([
      'src/server/digests/run/run.ts:1 a subfolder may not import a file of the folder around it (../types.ts)',
      'src/server/digests/store/lease.ts:1 store comes before run in layers.json (../run/run.ts)',
    ]);
  });

  it('reports a subfolder missing from layers.json', () =>
    expect(findIn(order, { 'src/server/digests/attic/a.ts': '' })).toEqual([
      'src/server/digests/attic layers.json does not say where this subfolder stands',
    ]));
});

describe('features', () => {
  const files = {
    'src/features/shelf/feature.ts': '',
    'src/features/shelf/tables.ts': '',
    'src/features/import/feature.ts': `import { shelf } from '../shelf/feature.ts'; feature({ needs: [shelf] });`,
    'src/features/index.ts': `import './shelf/feature.ts';`,
  };

  it('import those that they need, and the list imports all', () =>
    expect(findIn(features, files)).toEqual([]));

  it('reports an import from elsewhere, of a feature not needed, and of a server by a page', () => {
    const wrong = {
      'src/server/digests/run.ts': `import '#features/shelf/tables.ts';`,
      'src/features/feeds/feature.ts': `import '../shelf/feature.ts';`,
      'src/features/shelf/web/Page.tsx': `import '../tables.ts';`,
    };
    expect(findIn(features, { ...files, ...wrong })).toEqual([
      'src/server/digests/run.ts:1 only the two lists import a feature (#features/shelf/tables.ts)',
      'src/features/feeds/feature.ts:1 feeds does not say that it needs shelf (../shelf/feature.ts)',
      'src/features/shelf/web/Page.tsx:1 a browser cannot load this (../tables.ts)',
    ]);
  });
});

describe('tables', () => {
  const query = 'sql`update shares set tag = null`';
  const files = {
    'src/features/sharing/tables.ts': `export const shares = pgTable('shares', {});`,
    'src/features/sharing/server/page.ts': query,
    'src/server/platform/db/schema.ts': `export const users = pgTable('users', {});`,
    'src/server/accounts/admit.ts': `import { users } from '#platform/db/schema.ts'; db.insert(users);`,
    'src/server/mail/block.ts': `db.update(users).set({ mailBlocked: null }).where(its);`,
  };

  it('are written by their owners', () => expect(findIn(tables, files)).toEqual([]));

  it('are reported where another room writes them, by TypeScript or by SQL', () => {
    const wrong = {
      'src/server/corpus/merge.ts': query,
      'src/features/sharing/server/close.ts': `import { users } from '#platform/db/schema.ts'; db.delete(users);`,
      'src/server/mail/pay.ts': `db.update(users).set({ mailBlocked: null, tier }).where(its);`,
      'src/server/mail/raw.ts': 'sql`update users u set mail_blocked = null, is_admin = true where id = 1`',
      'src/server/mail/all.ts': `db.update(users).set({ ...row });`,
    };
    expect(findIn(tables, { ...files, ...wrong })).toEqual([
      'src/server/corpus/merge.ts shares belongs to sharing',
      'src/features/sharing/server/close.ts users belongs to accounts',
      'src/server/mail/pay.ts users belongs to accounts',
      'src/server/mail/raw.ts users belongs to accounts',
      'src/server/mail/all.ts users belongs to accounts',
    ]);
  });

  it('are reported if the table of writers leaves them out', () => {
    const path = 'src/server/platform/db/schema.ts';
    expect(findIn(tables, { [path]: `export const coins = pgTable('coins', {});` })).toEqual([
      `${path} layers.json does not say who writes coins`,
    ]);
  });
});

describe('sizes', () => {
  it('reports a folder of 26 files, its tests not counted', () => {
    const names = Array.from({ length: 26 }, (_, at) => `src/server/mail/f${at}.ts`);
    const files = Object.fromEntries(names.map((name) => [name, '']));
    expect(findIn(size, { ...files, 'src/server/mail/f.test.ts': '' })).toEqual([
      'src/server/mail 26 code files; at most 25',
    ]);
  });
});
