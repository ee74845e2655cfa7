/** Some fields of an object, such as some columns of a table for `select` and `returning`. */
export const pick = <T extends object, Name extends keyof T>(from: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
