import fc from 'fast-check';
import { SAFE_METHODS } from '../../../src/http/methods';
import type {
  CheckStep,
  KindDesign,
  OperationDesign,
  ServiceCall,
  ServiceReply,
  WorldFault,
  WorldThing,
} from '../design/design';
import { emptyAnswer } from '../design/showing';
import { faultsOf } from '../faults/made';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';
import { ETAG, etagOf, matches } from './lock';

const MODIFIED = { name: 'Last-Modified', shape: {}, required: true };

const LONG_AGO = 'Thu, 01 Jan 1970 00:00:00 GMT';

/** When a thing was changed, in whole seconds (RFC 9110 §8.8.2). */
const modifiedAt = ({ changedAt }: WorldThing) => Math.floor(changedAt / 1000) * 1000;
const modifiedOf = (thing: WorldThing) => new Date(modifiedAt(thing)).toUTCString();

type Validators = 'none' | 'tag' | 'date' | 'both';

export const validators = kindChoice<Validators>({
  about:
    'Whether GET is answered 304 where nothing is new, by the ETag or by the date of the last change (RFC 9110 §13.1).',
  plain: 'none',
  others: fc.constantFrom('tag' as const, 'date' as const, 'both' as const),
  apply(said, kind) {
    const read = readOf(kind);
    const [answer] = read?.answers ?? [];
    if (said === 'none' || !read || !answer) return;
    const hasTag = answer.headers.includes(ETAG);
    // Who shows an ETag evaluates both conditions on it (RFC 9110 §13.1.2).
    const value = said === 'date' && hasTag ? 'both' : said;
    if (value !== 'date' && !hasTag) answer.headers.push(ETAG);
    if (value !== 'tag') answer.headers.push(MODIFIED);
    const fieldsOf = (call: ServiceCall) => ({
      ...(value !== 'date' ? { ETag: etagOf(theThing(call)) } : {}),
      ...(value !== 'tag' ? { 'Last-Modified': modifiedOf(theThing(call)) } : {}),
    });
    read.dressing.push((reply, call) => ({ ...reply, headers: { ...reply.headers, ...fieldsOf(call) } }));
    if (value !== 'date')
      read.parameters.push({ in: 'header', name: 'If-None-Match', shape: {}, valueFor: () => '"none"' });
    if (value !== 'tag')
      read.parameters.push({ in: 'header', name: 'If-Modified-Since', shape: {}, valueFor: () => LONG_AGO });
    // Who shows states evaluates the conditions on them: "the origin server MUST evaluate" (RFC 9110 §13.1.1, §13.1.4).
    for (const operation of kind.operations)
      if (operation.isOnItem && !SAFE_METHODS.has(operation.method)) operation.steps.push(conditionStep(value));
    // What a 200 would say of the state, a 304 says, too (RFC 9110 §15.4.5).
    read.answers.push(emptyAnswer(304, [...answer.headers]));
    read.steps.push({
      phase: 'lock',
      name: 'unmodified',
      refuses: () => [],
      run: (call) => (isUnmodified(value, call) ? { status: 304, headers: fieldsOf(call) } : undefined),
    });
  },
  faults: (value, kind) => (value === 'none' ? [] : validatorFaults(value, kind)),
});

const readOf = (kind: KindDesign) => kind.operations.find(({ role }) => role === 'read');

/** "A recipient MUST ignore If-Modified-Since if the request contains an If-None-Match header field" (RFC 9110 §13.1.3). */
function isUnmodified(value: Validators, call: ServiceCall): boolean {
  const thing = theThing(call);
  const tags = value === 'date' ? undefined : call.headers['if-none-match'];
  if (tags !== undefined) {
    const listed = tags.split(',').map((each) => each.trim().replace(/^W\//, ''));
    return tags.trim() === '*' || listed.includes(etagOf(thing));
  }
  const since = value === 'tag' ? Number.NaN : Date.parse(call.headers['if-modified-since'] ?? '');
  return modifiedAt(thing) <= since;
}

/** Refuses a change of what is in another state than its condition says. */
const conditionStep = (value: Validators): CheckStep => ({
  phase: 'lock',
  name: 'condition',
  refuses: () => [412],
  run(call) {
    const { thing, headers, operation } = call;
    const tags = value === 'date' ? undefined : headers['if-match'];
    const since = value === 'tag' ? Number.NaN : Date.parse(headers['if-unmodified-since'] ?? '');
    if (!thing) return undefined;
    const isKept = tags === undefined ? !(modifiedAt(thing) > since) : matches(tags, call);
    return isKept ? undefined : refuse(operation.kind.design, 412, 'It was changed meanwhile.');
  },
});

function validatorFaults(value: Validators, kind: KindDesign): WorldFault[] {
  const read = readOf(kind);
  if (!read) return [];
  const { fault } = faultsOf(read);
  const lock = { class: 'lock' as const, rules: ['lock-kept'] };
  /** Answers 304 to each request with this field. */
  const always = (field: string) => () => ({
    answers: (reply: ServiceReply, call: ServiceCall) =>
      isAsked(read, call, field) && reply.status === 200
        ? { status: 304, ...(reply.headers ? { headers: reply.headers } : {}) }
        : reply,
  });
  const header = { class: 'header' as const, rules: ['response-header'] };
  const missing = (field: string) =>
    fault(`${field} is missing`, header, () => ({
      answers(reply, call) {
        if (call.operation !== read || reply.status >= 400) return reply;
        const { [field]: _, ...headers } = reply.headers ?? {};
        return { ...reply, headers };
      },
    }));
  return [
    ...(value === 'date'
      ? []
      : [
          fault('each If-None-Match draws 304', lock, always('if-none-match')),
          fault('what is not new is answered with the content', lock, () => ({
            skips: (step, call) => step === 'unmodified' && isAsked(read, call, 'if-none-match'),
          })),
          missing('ETag'),
        ]),
    ...(value === 'tag'
      ? []
      : [fault('each If-Modified-Since draws 304', lock, always('if-modified-since')), missing('Last-Modified')]),
  ];
}

const isAsked = (read: OperationDesign, { operation, headers }: ServiceCall, field: string) =>
  operation === read && headers[field] !== undefined;
