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
import type { Log } from '#platform/runtime/log.ts';
import type { Tokens } from './budget.ts';
import type { Question } from './types.ts';

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
