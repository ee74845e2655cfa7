import { emailDigests, papers, searchTerms, users } from '#platform/db/schema.ts';
import type { Platform } from '#platform/platform.ts';

// Rows as calls would leave them, for tests that need one without the call. What is not given is plausible.

type Rows = Pick<Platform, 'db' | 'now'>;

const first = async <Row>(rows: PromiseLike<Row[]>): Promise<Row> => (await rows)[0]!;

export const addUser = (
  { db }: Pick<Rows, 'db'>,
  email: string,
  given: Partial<typeof users.$inferInsert> = {},
) =>
  first(
    db
      .insert(users)
      .values({ email, passwordHash: '-', isEmailVerified: true, ...given })
      .returning(),
  );

export const addTopic = (
  { db }: Pick<Rows, 'db'>,
  userId: string,
  term: string,
  given: Partial<typeof searchTerms.$inferInsert> = {},
) =>
  first(
    db
      .insert(searchTerms)
      .values({ userId, term, termKey: term, ...given })
      .returning(),
  );

export const addPaper = ({ db, now }: Rows, given: Partial<typeof papers.$inferInsert> = {}) =>
  first(
    db
      .insert(papers)
      .values({
        ...{ source: 'arxiv', sourceId: crypto.randomUUID(), title: 'Moss', url: 'https://example.org/moss' },
        ...{ availableOn: '2026-03-01', firstSeenAt: now(), changedAt: now(), ...given },
      })
      .returning(),
  );

export const addDigest = (
  { db, now }: Rows,
  userId: string,
  given: Partial<typeof emailDigests.$inferInsert> = {},
) =>
  first(
    db
      .insert(emailDigests)
      .values({
        ...{ userId, digestType: 'weekly', papersData: [], searchTerm: 'moss', subject: 'moss', content: '' },
        ...{ periodStart: now(), periodEnd: now(), ...given },
      })
      .returning(),
  );
