import { z } from 'zod';
import { mailBlocks } from '#shared/accounts/mailBlock.ts';
import type { MailApp } from '../app.ts';
import { takeTroubles } from './block.ts';
import { needed, parsed, refuseUnless, same } from './proof.ts';

/** Takes in what any other provider, or a script that reads its reports, tells; see `bouncesApi.generic`. */
export async function takeGeneric(
  app: MailApp,
  authorization: string | undefined,
  body: string,
): Promise<void> {
  const secret = needed(app.config.bounces.genericSecret, 'BOUNCE_WEBHOOK_SECRET');
  const [, given = ''] = /^bearer\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  refuseUnless(same(given, secret));
  const report = parsed(shape, body);
  const events = 'events' in report ? report.events : [report];
  await takeTroubles(
    app,
    'generic',
    events.map(({ email, kind, at }) => ({ email, kind, at: at ?? app.now() })),
  );
}

const event = z.object({
  email: z.string(),
  kind: z.enum(mailBlocks),
  at: z.coerce.date().optional(),
});
const shape = z.union([z.object({ events: z.array(event).max(1000) }), event]);
