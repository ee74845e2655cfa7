import { readFileSync } from 'node:fs';
import path from 'node:path';

const css = readFileSync(path.join(import.meta.dirname, 'styles.css'), 'utf8');
/** `--color-ink: light-dark(#1c1b18, #ece8de);`, or one color for both. */
const tokens = [...css.matchAll(/--color-([\w-]+): (?:light-dark\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6}))?/g)];
const themes = {
  light: new Map(tokens.map(([, name, light]) => [name!, light!])),
  dark: new Map(tokens.map(([, name, light, dark]) => [name!, dark ?? light!])),
};

/** Text and what it stands on; every text color also stands on all three grounds. */
const grounds = ['paper', 'sheet', 'wash'];
const texts = ['ink', 'muted', 'accent', 'accent-strong', 'good', 'warn', 'bad'];
const pairs: [text: string, ground: string][] = [
  ...texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground])),
  ['ink', 'accent-wash'],
  ['muted', 'accent-wash'],
  ['accent', 'accent-wash'],
  ['good', 'good-wash'],
  ['warn', 'warn-wash'],
  ['bad', 'bad-wash'],
  ['ink', 'mark'],
  ['on-accent', 'accent'],
  ['on-button', 'button'],
  ['on-button', 'button-strong'],
];

describe.each(Object.entries(themes))('contrast of the %s theme', (_, tokens) => {
  it.each(pairs)('keeps %s readable on %s: APCA Lc 60, WCAG 4.5:1', (text, ground) => {
    const [color, behind] = [tokens.get(text)!, tokens.get(ground)!];
    expect(Math.abs(apca(color, behind))).toBeGreaterThanOrEqual(60);
    expect(wcag(color, behind)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(grounds)('keeps the edge of a control visible on %s: 3:1', (ground) =>
    expect(wcag(tokens.get('edge')!, tokens.get(ground)!)).toBeGreaterThanOrEqual(3),
  );
});

test('the APCA formula returns the published values', () => {
  expect(apca('#000000', '#ffffff')).toBeCloseTo(106.04, 1);
  expect(apca('#ffffff', '#000000')).toBeCloseTo(-107.88, 1);
  expect(apca('#888888', '#ffffff')).toBeCloseTo(63.06, 1);
  expect(apca('#112233', '#444444')).toBeCloseTo(8.32, 1);
  expect(wcag('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

const weighted = (parts: number[], weights: number[]): number =>
  parts.reduce((sum, part, at) => sum + part * weights[at]!, 0);

/**
 * Lightness contrast by APCA 0.1.9, constants 0.0.98G-4g, as published by A. Somers at
 * https://github.com/Myndex/SAPC-APCA (documentation/APCA-W3-LaTeX.md). The package apca-w3 has terms of its own,
 * not an open-source license, so we implement the formula.
 */
function apca(text: string, ground: string): number {
  const luminance = (color: string) => {
    const y = weighted(
      channels(color).map((part) => part ** 2.4),
      [0.2126729, 0.7151522, 0.072175],
    );
    // biome-ignore lint/suspicious/noApproximativeNumericConstant: a published exponent, not the root of two
    return y < 0.022 ? y + (0.022 - y) ** 1.414 : y;
  };
  const [front, back] = [luminance(text), luminance(ground)];
  if (Math.abs(back - front) < 0.0005) return 0;
  const isDarkOnLight = back > front;
  const contrast = isDarkOnLight
    ? (back ** 0.56 - front ** 0.57) * 1.14
    : (back ** 0.65 - front ** 0.62) * 1.14;
  if (Math.abs(contrast) < 0.1) return 0;
  return (contrast - Math.sign(contrast) * 0.027) * 100;
}

/** Contrast ratio of WCAG 2.2, 1 to 21. */
function wcag(text: string, ground: string): number {
  const luminance = (color: string) =>
    weighted(
      channels(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)),
      [0.2126, 0.7152, 0.0722],
    );
  const [one, other] = [luminance(text), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
