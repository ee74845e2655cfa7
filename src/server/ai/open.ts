import type { Config } from '#platform/runtime/config.ts';
import type { ModelContext, Models } from './models.ts';

/**
 * The only way to model servers: any that speak OpenAI's protocol. Opening sends nothing, so a wrong address or key
 * shows with the first question, as a `ModelFailure`. The SDK is loaded only where a model is set up: 8 MB of a process.
 */
export const openModels = async (
  { chat, embeddings }: Pick<Config, 'chat' | 'embeddings'>,
  context: ModelContext,
): Promise<Models> => ({
  chat: chat && (await import('./chat.ts')).openChat(chat, context),
  embed: embeddings && (await import('./embed.ts')).openEmbedder(embeddings, context),
});
