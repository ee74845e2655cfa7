import { papers } from '../db/schema.ts';
export const relevanceFloor = 0.2;
export function openWindow({ db }: any): any {
  return {
    async current() {
      const rows = await db.select().from(papers);
      const toks = (s: string) => (s.toLowerCase().match(/[a-z0-9]+/g) ?? []) as string[];
      const docs = rows.map((r: any) => { const m = new Map<string, number>(); for (const t of toks(r.title + ' ' + r.title + ' ' + (r.abstract ?? ''))) m.set(t, (m.get(t) ?? 0) + 1); return { r, m }; });
      return { size: docs.length, rank(topic: any, c: any, { limit, floor }: any) {
        const q = [...new Set(toks(topic.text))];
        const df = q.map(t => docs.filter((d: any) => d.m.has(t)).length);
        const idf = df.map(n => Math.log(1 + (docs.length - n + .5) / (n + .5)));
        const max = idf.reduce((a, b) => a + b, 0);
        return docs.filter(({ r }: any) => c.sources.has(r.source) && (!c.availableFrom || r.availableOn >= c.availableFrom) && (!c.firstSeenAfter || r.firstSeenAt.getTime() > c.firstSeenAfter) && !c.except?.has(r.id))
          .map(({ r, m }: any) => ({ id: r.id, score: q.reduce((s, t, i) => { const f = m.get(t) ?? 0; return s + idf[i]! * f / (f + 1.2); }, 0) / max }))
          .filter((x: any) => x.score > floor).sort((a: any, b: any) => b.score - a.score || a.id - b.id).slice(0, limit)
          .map((x: any) => ({ ...x, parts: { lexical: x.score, feedback: 0, latent: 0, embedding: 0, impact: 0, liked: 0 }, why: { matched: [topic.text], expanded: [], because: null } }));
      } };
    },
  };
}
