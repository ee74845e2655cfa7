import { z } from 'zod';
import type { Edition } from '#shared/billing/plan.ts';

/** Converts a contract's zod schema into JSON Schema, for requests or for responses. */
export type Describe = (schema: z.ZodType, io: 'input' | 'output') => JsonSchema;

export interface JsonSchema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/**
 * Fields that only have a meaning if plans are sold. Without billing they stay in responses, empty, so that programs
 * written for both keep working; the description omits them.
 */
const planFields = new Set(
  `subscriptionTier isFree stripeCustomerId stripeSubscriptionId payments plans stripePublishableKey
  stripeScriptUrl`.split(/\s+/),
);

/** The description omits checks that JSON Schema cannot express (two equal passwords). The server does not. */
export const describeIn =
  ({ billing }: Edition): Describe =>
  (schema, io) => {
    const override = billing ? () => undefined : withoutPlanFields;
    const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
    return described as JsonSchema;
  };

function withoutPlanFields({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { properties = {}, required } = jsonSchema;
  for (const name of planFields) delete properties[name];
  if (required) jsonSchema.required = required.filter((name) => !planFields.has(name));
}
