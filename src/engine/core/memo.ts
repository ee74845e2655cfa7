/** What `make` makes of an object, made once while the object lives. */
export function once<Key extends object, Value>(make: (key: Key) => Value & {}): (key: Key) => Value {
  const known = new WeakMap<Key, Value & {}>();
  return (key) => recalled(known, key, () => make(key));
}

type Known<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: NoInfer<Value>): unknown };

/** What is known of a key, or what `find` finds now. */
export function recalled<Key, Value>(known: Known<Key, Value>, key: Key, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = find();
  known.set(key, value);
  return value;
}
