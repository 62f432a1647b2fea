/** Does what an action below a thing says of it, and shows the thing. */

import { isObject, type JsonValue } from '../../src/json/value';
import { changedBy, showsThing } from './actions';
import { type About, answerSuccess, FULL, NOTHING_HELD, type StateAnswer, showing } from './requestPlan';
import { sentIn } from './values';

/** Answers an action. @param thing the thing that is there. */
export function act(about: About, thing: JsonValue | undefined): StateAnswer | undefined {
  const { asked, know, shelf, store, id, of } = about;
  const { filling } = know;
  return answerSuccess(about, false, (shows) => {
    if (!filling || !isObject(thing)) return NOTHING_HELD;
    const changed = changedBy(
      asked.operation,
      filling.view,
      thing,
      sentIn(asked.operation, asked.headers, asked.bytes)?.value,
    );
    const isSame = Object.entries(changed).every(([name, value]) => thing[name] === value);
    const before = shelf.things.get(id);
    if (!isSame && !store.put(shelf, id, { value: changed, isStart: false, isNew: before?.isNew ?? false }))
      return { ...NOTHING_HELD, reasons: [FULL] };
    const isShown = showsThing(asked.operation, of, filling.view);
    return { ...NOTHING_HELD, value: isShown ? showing(about, shows, changed, id) : undefined };
  });
}
