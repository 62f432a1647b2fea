/**
 * What comes after a value that may still be on its way: where it is there, at once. To wait for what is there costs a mock more than
 * most answers do.
 */
export function after<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
