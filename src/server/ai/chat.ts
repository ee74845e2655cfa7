import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { z } from 'zod';
import type { Config } from '#platform/runtime/config.ts';
import { answerKey, keepAnswer, keptAnswer } from './answerCache.ts';
import { reserveTokens, tokensIn } from './budget.ts';
import { openCallPolicy } from './callPolicy.ts';
import { openRequest, type Usage } from './request.ts';
import { type ModelFailure, ModelTrouble } from './trouble.ts';
import type { Answer, Chat, ModelContext, Question } from './types.ts';

/** A chat model behind the cache, the budget and the call policy, cheapest first: a cached answer costs nothing. */
export function openChat(config: NonNullable<Config['chat']>, context: ModelContext): Chat {
  const { baseUrl, apiKey, model: name, atOnce } = config;
  const { log } = context;
  const provider = createOpenAICompatible({
    name: 'chat',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    supportsStructuredOutputs: true,
  });
  const request = openRequest(provider(name), { name, log });
  const underPolicy = openCallPolicy({ atOnce, name, log });

  return {
    name,
    async ask<T>(question: Question<T>): Promise<Answer<T>> {
      const { task, instructions, input, shape, userId, answerTokens } = question;
      const key = answerKey(baseUrl, name, task, instructions, input, z.toJSONSchema(shape));
      const known = await keptAnswer(context, key, shape);
      if (known !== undefined) return { answer: known, failure: null };

      const most = { input: tokensIn(instructions + JSON.stringify(input)), output: answerTokens };
      const reservation = await reserveTokens(context, config, userId, most);
      if (!reservation) return failed(task, 'budget', 0);

      const startedAt = performance.now();
      const used: Usage = { input: 0, output: 0, calls: 0 };
      const elapsedMs = () => Math.round(performance.now() - startedAt);
      try {
        const maxWaitMs = Math.min(question.maxWaitMs ?? config.maxWaitMs, config.maxWaitMs);
        const answer = await underPolicy(maxWaitMs, (signal) => request(question, used, signal));
        log.info({ model: name, task, ...used, ms: elapsedMs() }, 'a model answered');
        // A server that reports no usage is assumed to have used the reserved amount.
        await reservation.settle(used.input + used.output > 0 ? used : most);
        await keepAnswer(context, key, answer);
        return { answer, failure: null };
      } catch (error) {
        const failure = error instanceof ModelTrouble ? error.failure : null;
        // A canceled call may still be billed.
        await reservation.settle(failure === 'timeout' ? most : used.calls ? used : null);
        if (!failure) throw error;
        return failed(task, failure, elapsedMs(), error);
      }
    },
  };

  function failed(task: string, failure: ModelFailure, ms: number, error?: unknown): Answer<never> {
    const cause = error instanceof Error ? error.cause : undefined;
    log.warn(
      { model: name, task, failure, ms, detail: cause instanceof Error ? cause.message : undefined },
      'a model did not answer',
    );
    return { answer: null, failure };
  }
}
