import { deliveredPapers } from '#platform/db/schema.ts';
import { addDigest, addPaper, addTopic } from '#test/rows.ts';
import { feedbackToken } from '#topics/feedback/judge.ts';
import { type Door, newReader } from '../accounts/accountsSetup.ts';

type Reader = Awaited<ReturnType<typeof newReader>>;

let made = 0;

/** A reader with a topic, and a digest of it with this many papers. */
export async function withDigest(door: Door, size = 3) {
  const { db, now } = door.app;
  const reader = await newReader(door, `says${++made}@example.org`);
  const { id: termId } = await addTopic(door.app, reader.id, 'soil moss', { status: 'completed' });
  const works: Awaited<ReturnType<typeof addPaper>>[] = [];
  for (let at = 1; at <= size; at++)
    works.push(await addPaper(door.app, { title: `Paper ${at} on moss`, abstract: 'Moss was counted.' }));
  const { id: digestId } = await addDigest(door.app, reader.id, {
    ...{ searchTermId: termId, searchTerm: 'soil moss', subject: 'soil moss', status: 'sent' },
    papersData: works.map(({ id, title }) => ({
      ...{ id: String(id), title, source: 'arxiv' as const, relevanceScore: 0.5 },
    })),
  });
  await db
    .insert(deliveredPapers)
    .values(works.map(({ id }) => ({ searchTermId: termId, paperId: id, digestId, deliveredAt: now() })));
  const ids = works.map(({ id }) => id);
  const path = `/api/search-terms/${termId}/feedback`;
  return {
    ...{ reader, termId, digestId, ids, path },
    say: (paperId: number, verdict: string | null) =>
      reader.post(path, { paperId: String(paperId), verdict }),
    /** The call behind the link of a mail. */
    linkTo: (paperId: number) => `/api/feedback/${feedbackToken(door.app, { termId, paperId })}`,
  };
}

export const saidOnDigest = async (reader: Reader, digestId: string) =>
  (await reader.get(`/api/digests/${digestId}`)).body.feedback;
export const countsOf = async (reader: Reader) =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body[0].feedback;
