import type { CorpusApp } from '#corpus/app.ts';
import type { MailApp } from '#mail/app.ts';
import type { TopicsApp } from '#topics/app.ts';

/** The services that digests use: topics, the corpus and the mail transport. */
export type DigestsApp = TopicsApp & CorpusApp & MailApp;
