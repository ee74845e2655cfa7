import { readDigest } from '#digests/archive/present.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { markdownApi } from '#shared/digests/markdown.ts';
import type { ChannelsApp } from '../app.ts';
import { fileName, writeMarkdown } from './markdown.ts';

/** A digest as a Markdown file for note-taking programs. */
export const markdownRoutes: Route<ChannelsApp>[] = [
  serveReader(markdownApi.read, async (app, { params, reader, http }) => {
    const digest = await readDigest(app, reader, params.id);
    return http.body(writeMarkdown(digest, app.config.baseUrl), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName(digest)}"`,
      'X-Robots-Tag': 'noindex',
    });
  }),
];
