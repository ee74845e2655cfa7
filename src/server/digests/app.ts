import type { CorpusApp } from '#corpus/app.ts';
import type { MailApp } from '#mail/app.ts';
import type { TopicsApp } from '#topics/app.ts';

/** Digests stand on topics, the corpus and the mail transport. */
export type DigestsApp = TopicsApp & CorpusApp & MailApp;
