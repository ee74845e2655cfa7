import type { Config } from '#platform/runtime/config.ts';
import type { ModelContext, Models } from './models.ts';

/** The only way to model servers, by OpenAI's protocol. Opening sends nothing. The SDK, 8 MB, is loaded with a model. */
export const openModels = async (
  { chat, embeddings }: Pick<Config, 'chat' | 'embeddings'>,
  context: ModelContext,
): Promise<Models> => ({
  chat: chat && (await import('./chat.ts')).openChat(chat, context),
  embed: embeddings && (await import('./embed.ts')).openEmbedder(embeddings, context),
});
