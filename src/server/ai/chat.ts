import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  extractJsonMiddleware,
  extractReasoningMiddleware,
  generateText,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { answerKey, keepAnswer, keptAnswer } from './answerCache.ts';
import { reserveTokens, type Tokens, tokensIn } from './budget.ts';
import { openCallPolicy } from './callPolicy.ts';
import {
  type Answer,
  type Chat,
  type ModelContext,
  type ModelFailure,
  ModelTrouble,
  type Question,
} from './models.ts';

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

/** Tokens that all attempts at one question used. */
export interface Usage extends Tokens {
  /** Answers received, good or bad. */
  calls: number;
}

type Request = <T>(question: Question<T>, used: Usage, signal: AbortSignal) => Promise<T>;

/**
 * Opens the one kind of request that is sent to a chat model: no retries, and `used` is increased by what it took.
 *
 * Servers differ in what they accept: some know no JSON schema, some models no temperature or token limit under this
 * name. After the first 400 or 422, later requests use plain-JSON mode: they omit the three, and only the instructions
 * ask for JSON. Reasoning and text around the JSON object are removed in both modes.
 */
export function openRequest(
  plain: Exclude<LanguageModel, string>,
  { name, log }: { name: string; log: Log },
): Request {
  // The SDK would print on the console what a server does not support.
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings }) => log.debug({ model: name, warnings }, 'the AI SDK warns');
  const model = wrapLanguageModel({
    model: plain,
    middleware: [
      extractJsonMiddleware({ transform: outermostObject }),
      extractReasoningMiddleware({ tagName: 'think' }),
    ],
  });
  let plainJson = false;

  return async function request(question, used, signal) {
    const { instructions, input, shape, answerTokens, task } = question;
    const whole = Output.object({ schema: shape, name: task });
    const inPlainJson = plainJson;
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt: JSON.stringify(input),
        maxRetries: 0,
        abortSignal: signal,
        ...(inPlainJson
          ? { output: { ...whole, responseFormat: Promise.resolve(undefined) } }
          : { output: whole, temperature: 0, maxOutputTokens: answerTokens }),
      });
      count(used, usage);
      return output;
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) count(used, error.usage);
      if (inPlainJson || !isRejected(error)) throw error;
      log.warn(
        { model: name, detail: error.message },
        'a model rejected the full request: plain-JSON mode from now on',
      );
      plainJson = true;
      return request(question, used, signal);
    }
  };
}

const outermostObject = (text: string): string =>
  text.includes('{') ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text;

const isRejected = (error: unknown): error is APICallError =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);

function count(used: Usage, { inputTokens, outputTokens }: Partial<LanguageModelUsage> = {}): void {
  used.calls += 1;
  used.input += inputTokens ?? 0;
  used.output += outputTokens ?? 0;
}
