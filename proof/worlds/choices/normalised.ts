import fc from 'fast-check';
import type { JsonValue } from '../../../src/json/value';
import { kindChoice } from './choice';

/** What a service makes of texts that it is sent. */
const ways: Readonly<Record<'trimmed' | 'lower case', (text: string) => string>> = {
  trimmed: (text) => text.trim(),
  'lower case': (text) => text.toLowerCase(),
};

export const normalised = kindChoice<'as they are' | 'trimmed' | 'lower case'>({
  about:
    'Whether texts are kept as they are sent. The contract says nothing of it, so a service may write them in one way.',
  plain: 'as they are',
  others: fc.constantFrom('trimmed' as const, 'lower case' as const),
  apply(value, kind) {
    if (value === 'as they are') return;
    // A text that has to be of some form or length may not be any more once it is changed.
    const names = kind.members.filter(({ shape }) => Object.keys(shape).length === 0).map(({ name }) => name);
    const change = (each: JsonValue) => (typeof each === 'string' ? ways[value](each) : each);
    for (const operation of kind.operations.filter(({ body }) => body !== undefined))
      operation.steps.push({
        phase: 'input',
        name: 'normalised',
        refuses: () => [],
        run(call) {
          const changed = names.filter((name) => Object.hasOwn(call.content, name));
          const values = changed.map((name) => [name, change(call.content[name] as JsonValue)] as const);
          call.content = { ...call.content, ...Object.fromEntries(values) };
          return undefined;
        },
      });
  },
});
