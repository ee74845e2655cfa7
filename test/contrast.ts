/** The channels of `#1c1b18`, from 0 to 1. */
export const channels = (color: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);

export const weighted = (parts: number[], weights: number[]): number =>
  parts.reduce((sum, part, at) => sum + part * weights[at]!, 0);

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function wcag(text: string, ground: string): number {
  const luminance = (color: string) =>
    weighted(
      channels(color).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)),
      [0.2126, 0.7152, 0.0722],
    );
  const [one, other] = [luminance(text), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}
