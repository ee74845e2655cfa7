import { features } from '#features/index.ts';
import { type Config, configWith, type Settings, variablesWith } from '#platform/runtime/config.ts';

const settings = features.flatMap(({ settings }): Settings[] => (settings ? [settings] : []));

/** Every variable, with its check and its default. */
export const variables = variablesWith(settings);

/**
 * Reads the environment and the files that it names.
 * @throws ConfigError naming the variable and its valid values.
 */
export const readConfig = (environment?: Record<string, string | undefined>): Config =>
  configWith(settings, environment);
