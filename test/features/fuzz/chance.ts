import { z } from 'zod';

/** Random numbers from a seed, so that a run can be repeated (mulberry32). */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 to 1, excluding 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0, below the number. */
  below = (most: number): number => Math.floor(this.next() * most);
  of = <T>(list: readonly T[]): T => list[this.below(list.length)]!;
  /** True once in this many calls, on average. */
  oneIn = (many: number): boolean => this.next() * many < 1;
}

/** Texts that have broken some server before. */
const hostileTexts = [
  ...['', ' ', '\0', 'a\0b', '\ud800', '\u202e\u2066', '\ufeff', '\r\nBcc: a@example.org', '%00%ff', '💥'],
  ...['0000-00-00', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '9999-12-31T23:59:60Z'],
  ...['__proto__', 'constructor', 'NaN', '1e999', '-1', '9007199254740993', "'; drop table users; --"],
  ...[
    '<script>alert(1)</script>',
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
    '{{7*7}}',
    '$\u007b7*7}',
  ],
  ...[
    'http://[::1]',
    'https://a:b@c',
    'https://%',
    'javascript:alert(1)',
    '00000000-0000-0000-0000-000000000000',
  ],
];
/** The second is a megabyte, about the largest body allowed. */
const long = [
  ...['x'.repeat(70_000), `e${'\u0301'.repeat(500_000)}`, `e${'\u0301'.repeat(30_000)}`],
  ...['('.repeat(40_000), ' \n'.repeat(30_000)],
];

/** Nested lists, this many levels deep. */
export function nested(depth: number): unknown {
  let value: unknown = [];
  for (let at = 0; at < depth; at++) value = [value];
  return value;
}

/** An unexpected value. */
export function hostile(chance: Chance): unknown {
  if (chance.oneIn(60)) return chance.of(long);
  if (chance.oneIn(40)) return nested(chance.of([25, 4000]));
  if (chance.oneIn(4))
    return chance.of([null, true, false, 0, -1, 1.5, 2 ** 53, 1e308, [], {}, [[]], [null]]);
  return chance.of(hostileTexts);
}

/** The same value with some parts, at any depth, replaced, removed, doubled or renamed. */
export function mutated(chance: Chance, value: unknown, rate = 8): unknown {
  if (chance.oneIn(rate)) return hostile(chance);
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(chance, item, rate));
    return chance.oneIn(rate) ? [...items, ...items] : items;
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).flatMap(([name, inner]) =>
      chance.oneIn(rate * 2) ? [] : [[name, mutated(chance, inner, rate)]],
    );
    if (chance.oneIn(rate * 2)) entries.push([chance.of(hostileTexts), hostile(chance)]);
    return Object.fromEntries(entries);
  }
  return typeof value === 'string' && chance.oneIn(rate / 2) ? mutatedText(chance, value) : value;
}

/** The same text with a few places cut, doubled or replaced. */
export function mutatedText(chance: Chance, text: string): string {
  let changed = text;
  for (let left = 1 + chance.below(4); left > 0; left--) {
    const at = chance.below(changed.length + 1);
    const end = at + chance.below(Math.min(60, changed.length - at + 1));
    const put = chance.of([
      ...['', changed.slice(at, end).repeat(2), chance.of(hostileTexts)],
      ...[changed.slice(0, at), String.fromCharCode(chance.below(0xffff))],
    ]);
    changed = changed.slice(0, at) + put + changed.slice(end);
  }
  if (chance.oneIn(80)) changed += chance.of(long);
  return changed.slice(0, 2_000_000);
}

export type JsonSchema = Exclude<z.core.JSONSchema.BaseSchema, boolean>;

/** What a contract's schema takes. */
export const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** A value that matches a schema as far as possible, with texts from the list. */
export function sampleOf(
  chance: Pick<Chance, 'of' | 'oneIn' | 'below'>,
  schema: JsonSchema,
  texts: readonly string[],
): unknown {
  const inner = (one: unknown) => sampleOf(chance, (one ?? {}) as JsonSchema, texts);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.of(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return inner(chance.of(choices));
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).flatMap(([name, of]) =>
          schema.required?.includes(name) || chance.oneIn(2) ? [[name, inner(of)]] : [],
        ),
      );
    case 'array':
      return Array.from({ length: chance.below(4) }, () => inner(schema.items));
    case 'integer':
    case 'number':
      return chance.of([schema.minimum ?? 0, 1, 7, schema.maximum ?? 100]);
    case 'boolean':
      return chance.oneIn(2);
    case 'null':
      return null;
    default:
      return chance.of(texts);
  }
}
