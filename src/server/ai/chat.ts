import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  type LanguageModel,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
} from 'ai';
import { z } from 'zod';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import type { Config } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { storable } from '#shared/values/boundedText.ts';
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
  const { baseUrl, model: name, atOnce } = config;
  const { log } = context;
  const request = openRequest(modelOf(config), { name, log });
  const underPolicy = openCallPolicy({ atOnce, name, log });

  return {
    name,
    async ask<T>(question: Question<T>): Promise<Answer<T>> {
      const { task, instructions, input, shape, userId, answerTokens } = question;
      const key = answerKey(baseUrl, name, task, instructions, input, z.toJSONSchema(shape));
      const known = await keptAnswer(context, key, shape);
      if (known !== undefined) return { answer: known, failure: null };

      const most = { input: tokensIn(instructions + JSON.stringify(input)), output: answerTokens };
      const reservation = await reserveTokens(context, config, userId, { ...most, share: question.share });
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
    const detail = cause instanceof Error ? cause.message : undefined;
    log.warn({ model: name, task, failure, ms, detail }, 'a model did not answer');
    return { answer: null, failure };
  }
}

/** More than the longest answer, with its reasoning. */
const replyBytes = 1024 * 1024;

export const modelOf = ({ baseUrl, apiKey, model }: NonNullable<Config['chat']>) =>
  createOpenAICompatible({
    name: 'chat',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
    fetch: boundedFetch(replyBytes),
    supportsStructuredOutputs: true,
  })(model);

/** Tokens that all attempts at one question used. */
export interface Usage extends Tokens {
  /** Answers received, good or bad. */
  calls: number;
}

type Asked<T> = [question: Question<T>, used: Usage, signal: AbortSignal];
type Request = <T>(...asked: Asked<T>) => Promise<T>;

/**
 * Opens the one kind of request that is sent to a chat model: no retries, and `used` is increased by what it took.
 *
 * Servers differ in what they accept: some know no JSON schema, some no JSON mode, some models no temperature or token limit
 * under this name. After a 400 or 422 the request is sent in the next simpler mode; the one that passes is used from then
 * on. Reasoning and text around the JSON object are removed in all modes.
 */
export function openRequest(
  plain: Exclude<LanguageModel, string>,
  { name, log }: { name: string; log: Log },
): Request & { mode(): JsonMode } {
  // The SDK would print on the console what a server does not support.
  globalThis.AI_SDK_LOG_WARNINGS = ({ warnings }) => log.debug({ model: name, warnings }, 'the AI SDK warns');
  const middleware = extractJsonMiddleware({ transform: answerIn });
  const model = wrapLanguageModel({ model: plain, middleware });
  let known: JsonMode = 'json_schema';

  async function inMode<T>(mode: JsonMode, ...[question, used, signal]: Asked<T>): Promise<T> {
    const { instructions, input, shape, answerTokens, task } = question;
    const whole = Output.object({ schema: shape, name: task });
    const format = mode === 'json_object' ? ({ type: 'json' } as const) : undefined;
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt: JSON.stringify(input),
        maxRetries: 0,
        abortSignal: signal,
        output: mode === 'json_schema' ? whole : { ...whole, responseFormat: Promise.resolve(format) },
        ...(mode !== 'none' && { temperature: 0, maxOutputTokens: answerTokens }),
      });
      count(used, usage);
      if (mode !== known)
        log.warn({ model: name, mode }, 'a model rejected the full request: simpler from now on');
      known = mode;
      return JSON.parse(JSON.stringify(output), (_, value) =>
        typeof value === 'string' ? storable(value) : value,
      );
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) count(used, error.usage);
      const simpler = jsonModes[jsonModes.indexOf(mode) + 1];
      if (!simpler || !isRejected(error)) throw error;
      return inMode(simpler, question, used, signal);
    }
  }
  const request: Request = (...asked) => inMode(known, ...asked);
  return Object.assign(request, { mode: () => known });
}

/** How a server is asked for JSON: by a schema, by its JSON mode, or only in the instructions, without any option. */
const jsonModes = ['json_schema', 'json_object', 'none'] as const;
type JsonMode = (typeof jsonModes)[number];

/** The outermost object behind the reasoning. The SDK's own extraction of reasoning takes quadratic time. */
function answerIn(written: string): string {
  const text = written.slice(written.lastIndexOf('</think>') + 1);
  return text.includes('{') ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text;
}

const isRejected = (error: unknown): error is APICallError =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);

function count(used: Usage, { inputTokens, outputTokens }: Partial<LanguageModelUsage> = {}): void {
  used.calls += 1;
  used.input += inputTokens ?? 0;
  used.output += outputTokens ?? 0;
}
