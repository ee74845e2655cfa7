type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** Some columns of a table, or fields of an object: `pick(users, 'id email')`. A wrong name does not compile. */
export const pick = <T extends object, Names extends string>(
  from: T,
  names: Words<Names> extends keyof T ? Names : never,
) =>
  Object.fromEntries(names.split(' ').map((name) => [name, from[name as keyof T]])) as Pick<
    T,
    Words<Names> & keyof T
  >;

/** One field of each row. */
export const pluck = <T, Name extends keyof T>(rows: readonly T[], name: Name): T[Name][] =>
  rows.map((row) => row[name]);
