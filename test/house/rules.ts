import { circles } from './circles.ts';
import { features, tables } from './features.ts';
import { layers, order } from './layers.ts';
import { links } from './links.ts';
import { size } from './size.ts';
import { titles } from './titles.ts';
import type { Rule } from './tree.ts';
import { words } from './words.ts';

/** Every rule of the house that Biome cannot hold. */
export const rules: Rule[] = [layers, order, features, tables, circles, size, words, titles, links];
