import { type App, feature } from '#kit/feature.ts';
import { enqueue } from '#platform/queue/queues.ts';

async function enqueueEmbedding(app: App): Promise<void> {
  if (app.models.embed) await enqueue(app, 'embed-papers', {}, { key: 'embed' });
}

export const enrichment = feature({
  name: 'enrichment',
  onHarvested: enqueueEmbedding,
  jobs: async () => {
    const { embedPapers } = await import('./embeddings.ts');
    const { refreshImpact } = await import('./impact/refresh.ts');
    return {
      work: {
        'embed-papers': async (app, _, { stopping, lost }) => {
          if (await embedPapers(app, AbortSignal.any([stopping, lost]))) await enqueueEmbedding(app);
        },
        impact: (app, _, { stopping, lost }) => refreshImpact(app, AbortSignal.any([stopping, lost])),
      },
      // The impact figures just after OpenAlex's daily allowance is renewed, and before most readers' mornings.
      every: { 'embed-papers': '*/10 * * * *', impact: '23 0 * * *' },
      onStart: enqueueEmbedding,
    };
  },
});
