import type { Config } from '#platform/runtime/config.ts';
import { openChat } from './chat.ts';
import { openEmbedder } from './embed.ts';
import type { ModelContext, Models } from './types.ts';

/**
 * The only way to model servers: any that speak OpenAI's protocol. Opening sends nothing, so a wrong address or key
 * shows with the first question, as a `ModelFailure`.
 */
export const openModels = (
  { chat, embeddings }: Pick<Config, 'chat' | 'embeddings'>,
  context: ModelContext,
): Models => ({
  chat: chat && openChat(chat, context),
  embed: embeddings && openEmbedder(embeddings, context),
});
