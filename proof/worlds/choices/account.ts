import fc from 'fast-check';
import type { Design, KindDesign, ServiceCall } from '../design/design';
import { emptyAnswer, thingAnswer, thingReply } from '../design/showing';
import { addOperation, changeBody, replacingBody } from '../roles/operation';
import { theThing } from '../roles/roles';
import { endSession } from '../service/steps';
import { worldChoice } from './choice';
import { namingOf } from './naming';

type Account = 'none' | 'own' | 'own that can be left' | 'session' | 'settings of all';

export const account = worldChoice<Account>({
  about:
    'What there is one of at a path without names: the account of who asks, which may be left; the session, which ends with a logout; the settings of the service.',
  plain: 'none',
  others: fc.constantFrom<Account>('own', 'own that can be left', 'session', 'settings of all'),
  apply(value, design) {
    if (value === 'none') return;
    const isForAll = value === 'settings of all';
    const kind = isForAll ? onlyKind(design, 'setting') : onlyKind(design, 'account');
    const path = isForAll ? '/settings' : '/me';
    // Who is not known has no account, and where reading wants no credential, nobody who reads is known.
    if (!isForAll && (design.credentials.length === 0 || design.publicReads)) return;
    const choose = isForAll ? firstThing : ownThing;
    addOnly(kind, 'GET', path, choose);
    if (value === 'own' || isForAll)
      for (const method of ['PUT', 'PATCH'] as const) addOnly(kind, method, path, choose);
    if (value === 'session') addEnd(kind, 'POST', '/logout');
    if (value === 'own that can be left') addEnd(kind, 'DELETE', path);
  },
});

/** A kind of which everybody has one thing, or all together: the first. */
function onlyKind(design: Design, singular: string): KindDesign {
  const kind = design.addKind(singular, `${singular}s`, namingOf({ by: 'uuid' }, singular, false));
  kind.members.push({ name: 'title', shape: {}, required: true }, { name: 'size', shape: { type: 'listed' } });
  return kind;
}

function addOnly(kind: KindDesign, method: 'GET' | 'PUT' | 'PATCH', path: string, choose: typeof ownThing): void {
  const body = { PUT: replacingBody(kind), PATCH: changeBody(kind, 'application/json'), GET: undefined }[method];
  const operation = addOperation(kind, {
    role: 'only',
    verb: { GET: 'show', PUT: 'set', PATCH: 'change' }[method],
    method,
    isOnItem: false,
    takesAll: method !== 'GET',
    path,
    body,
    answers: [thingAnswer(kind, 200)],
    act(call) {
      const thing = theThing(call);
      if (method !== 'GET')
        call.store.change(thing, method === 'PUT' ? call.content : { ...thing.value, ...call.content });
      return thingReply(200, thing);
    },
  });
  operation.steps.push({
    phase: 'find',
    name: 'only',
    refuses: () => [],
    run(call) {
      call.thing = choose(call);
      return undefined;
    },
  });
}

/** Settings of all are one thing, whoever asks, and whether or not reading wants a credential. */
const firstThing = ({ store, operation }: ServiceCall) => store.every(operation.kind)[0];

const ownThing = (call: ServiceCall) =>
  call.store.every(call.operation.kind).find(({ owner }) => owner === call.person) ?? firstThing(call);

function addEnd(kind: KindDesign, method: string, path: string): void {
  addOperation(kind, {
    role: 'only',
    verb: method === 'POST' ? 'logoutOf' : 'leave',
    method,
    isOnItem: false,
    takesAll: true,
    endsSession: true,
    path,
    answers: [emptyAnswer(204)],
    act(call) {
      endSession(call);
      return { status: 204 };
    },
  });
}
