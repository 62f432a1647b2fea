import fc from 'fast-check';
import { isEqual } from '../../../src/json/equality';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { ParameterDesign, ServiceReply } from '../design/design';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

const KEY: ParameterDesign = { in: 'header', name: 'Idempotency-Key', shape: { min: 1, max: 255 } };

export const idempotency = kindChoice<'none' | 'offered' | 'required'>({
  about: 'Whether a POST with a key that was used before is answered as the first one, and makes nothing.',
  plain: 'none',
  others: fc.constantFrom('offered' as const, 'required' as const),
  apply(value, kind) {
    const operation = kind.operations.find(({ role }) => role === 'create');
    if (value === 'none' || !operation) return;
    operation.parameters.push({ ...KEY, ...(value === 'required' ? { required: true } : {}) });
    const { act } = operation;
    /** The answers by the store, the person and the key. */
    const before = new WeakMap<object, Map<string, { readonly content: JsonObject; readonly reply: ServiceReply }>>();
    operation.steps.push({ phase: 'rules', name: 'idempotency', refuses: () => [422], run: () => undefined });
    operation.act = (call) => {
      const key: JsonValue | undefined = call.values['Idempotency-Key'];
      if (key === undefined) return act(call);
      const known = before.get(call.store) ?? new Map();
      before.set(call.store, known);
      const name = `${call.person} ${call.keys} ${key}`;
      const earlier = known.get(name);
      if (earlier && !isEqual(earlier.content, call.content))
        return refuse(kind.design, 422, 'The key was used for something else.');
      const reply = earlier?.reply ?? act(call);
      known.set(name, { content: call.content, reply });
      return reply;
    };
  },
});
