import { commaName, initialsOf, nameOf, plainName } from './names.ts';

test.each([
  ['Wright, K. M.', 'Wright', 'KM', 'K. M. Wright', 'Wright, K. M.'],
  ['Cheng L', 'Cheng', 'L', 'L Cheng', 'Cheng, L.'],
  ['van Dam AB', 'van Dam', 'AB', 'A B van Dam', 'van Dam, A. B.'],
  ['P Nazzaro', 'Nazzaro', 'P', 'P Nazzaro', 'Nazzaro, P.'],
  ['Leo Hanke', 'Hanke', 'L', 'Leo Hanke', 'Hanke, L.'],
  ['Juan A. Gonzalez Cuevas', 'Cuevas', 'JAG', 'Juan A. Gonzalez Cuevas', 'Cuevas, J. A. G.'],
  ['Huaringa-Marcelo, Jorge', 'Huaringa-Marcelo', 'J', 'Jorge Huaringa-Marcelo', 'Huaringa-Marcelo, J.'],
  ['Küçüksille EU', 'Küçüksille', 'EU', 'E U Küçüksille', 'Küçüksille, E. U.'],
])('reads the name %s', (written, last, initials, plain, comma) => {
  const name = nameOf(written);
  expect(name.last).toBe(last);
  expect(initialsOf(name)).toBe(initials);
  expect(plainName(name)).toBe(plain);
  expect(commaName(name)).toBe(comma);
});

test.each(['COAST Study Group', 'Planck Collaboration', 'Plato'])('%s is a collective', (written) =>
  expect(nameOf(written)).toEqual({ last: written, given: '', collective: true }),
);
