import { circles } from './rules/circles.ts';
import { clock } from './rules/clock.ts';
import { documented, introduced } from './rules/documented.ts';
import { layers } from './rules/layers.ts';
import { links } from './rules/links.ts';
import { order } from './rules/order.ts';
import { parameters } from './rules/parameters.ts';
import { paths } from './rules/paths.ts';
import { size } from './rules/size.ts';
import { sourceNames } from './rules/sourceNames.ts';
import { titles } from './rules/titles.ts';
import { words } from './rules/words.ts';
import type { Rule } from './tree/house.ts';

/** Every rule of the house, in the order of docs/decisions' record of them. */
export const rules: Rule[] = [
  layers,
  circles,
  order,
  size,
  paths,
  parameters,
  words,
  documented,
  introduced,
  clock,
  sourceNames,
  titles,
  links,
];
