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

/** What all tries of one question took together. */
export interface Usage extends Tokens {
  /** Answers that came, good or bad. */
  calls: number;
}

type Request = <T>(question: Question<T>, used: Usage, signal: AbortSignal) => Promise<T>;

/**
 * One request of a chat model, without repetition; adds to `used` what it took.
 *
 * Servers differ in what they take: some know no JSON schema, some models no temperature or no bound under this
 * name. The first refusal of the full request makes all later ones modest: without these, the instructions alone
 * ask for JSON. Thoughts and words around the answer are taken off either way.
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
  let modest = false;

  return async function request(question, used, signal) {
    const { instructions, input, shape, answerTokens, task } = question;
    const whole = Output.object({ schema: shape, name: task });
    const asked = modest;
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt: JSON.stringify(input),
        maxRetries: 0,
        abortSignal: signal,
        ...(asked
          ? { output: { ...whole, responseFormat: Promise.resolve(undefined) } }
          : { output: whole, temperature: 0, maxOutputTokens: answerTokens }),
      });
      count(used, usage);
      return output;
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) count(used, error.usage);
      if (asked || !isNotUnderstood(error)) throw error;
      log.warn({ model: name, detail: error.message }, 'a model is asked more simply from now on');
      modest = true;
      return request(question, used, signal);
    }
  };
}

const outermostObject = (text: string): string =>
  text.includes('{') ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : text;

const isNotUnderstood = (error: unknown): error is APICallError =>
  APICallError.isInstance(error) && (error.statusCode === 400 || error.statusCode === 422);

function count(used: Usage, { inputTokens, outputTokens }: Partial<LanguageModelUsage> = {}): void {
  used.calls += 1;
  used.input += inputTokens ?? 0;
  used.output += outputTokens ?? 0;
}
