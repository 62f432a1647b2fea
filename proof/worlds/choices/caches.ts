import fc from 'fast-check';
import type { JsonObject } from '../../../src/json/value';
import type { AnswerDesign, WorldThing } from '../design/design';
import { showThing, wrapped } from '../design/showing';
import { theThing } from '../roles/roles';
import { kindChoice } from './choice';

export const caches = kindChoice<number>({
  about: 'How long GET shows a thing as it was before it was changed, in milliseconds.',
  plain: 0,
  others: fc.constantFrom(60, 300),
  apply(value, kind) {
    const read = kind.operations.find(({ role }) => role === 'read');
    // An entity tag, or a date, says of which state an answer is, so none is older.
    const saysState = ({ headers }: AnswerDesign) =>
      headers.some(({ name }) => name === 'ETag' || name === 'Last-Modified');
    if (value === 0 || !read || read.answers.some(saysState)) return;
    kind.staleMs = value;
    const before = new WeakMap<WorldThing, { readonly shown: JsonObject; readonly since: number }>();
    for (const operation of kind.operations) {
      if (operation === read || operation.method === 'GET' || !operation.isOnItem) continue;
      const { act } = operation;
      operation.act = (call) => {
        const { thing } = call;
        const shown = thing && showThing(thing);
        const reply = act(call);
        const known = thing && before.get(thing);
        // What is kept is shown to its end, whatever is changed meanwhile.
        if (thing && shown && !(known && performance.now() - known.since < value))
          before.set(thing, { shown, since: performance.now() });
        return reply;
      };
    }
    const { act } = read;
    read.act = (call) => {
      const reply = act(call);
      const known = before.get(theThing(call));
      return known && performance.now() - known.since < value ? { ...reply, body: wrapped(kind, known.shown) } : reply;
    };
  },
});
