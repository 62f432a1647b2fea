import fc from 'fast-check';
import type { CheckStep, HeaderDesign, ServiceCall, WorldThing } from '../design/design';
import { theThing } from '../roles/roles';
import { refuse } from '../service/refusals';
import { kindChoice } from './choice';

export const ETAG: HeaderDesign = { name: 'ETag', shape: {}, required: true };

export const etagOf = ({ version, key }: Pick<WorldThing, 'version' | 'key'>) => `"${key.length}-${version}"`;

export const lock = kindChoice<'none' | 'offered' | 'required'>({
  about: 'Whether changes take, or need, the ETag of what they change (RFC 9110 §13.1.1).',
  plain: 'none',
  others: fc.constantFrom('offered' as const, 'required' as const),
  apply(value, kind) {
    const read = kind.operations.find(({ role }) => role === 'read');
    if (value === 'none' || !read) return;
    read.answers[0]?.headers.push(ETAG);
    read.dressing.push((reply, call) => ({ ...reply, headers: { ...reply.headers, ETag: etagOf(theThing(call)) } }));
    for (const operation of kind.operations) {
      if (!['replace', 'merge', 'remove'].includes(operation.role)) continue;
      operation.parameters.push({
        in: 'header',
        name: 'If-Match',
        shape: {},
        valueFor: etagOf,
        ...(value === 'required' ? { required: true } : {}),
      });
      operation.steps.push(lockStep(value === 'required'));
    }
  },
  faults: (value, kind) =>
    value === 'none' || !kind.operations.some(({ role }) => role === 'read')
      ? []
      : kind.operations
          .filter(({ role }) => ['replace', 'merge', 'remove'].includes(role))
          .map((operation) => ({
            name: `${operation.id}: a stale If-Match is taken`,
            class: 'lock' as const,
            operation,
            rules: ['lock-kept'],
            tamper: () => ({ skips: (step, call) => step === 'lock' && call.operation === operation }),
          })),
});

function lockStep(isRequired: boolean): CheckStep {
  return {
    phase: 'lock',
    name: 'lock',
    refuses: () => (isRequired ? [412, 428] : [412]),
    run(call) {
      const { design } = call.operation.kind;
      if (!call.thing) return undefined;
      const wanted = call.headers['if-match'];
      if (wanted === undefined)
        return isRequired ? refuse(design, 428, 'Say which state you change, in If-Match.') : undefined;
      return matches(wanted, call) ? undefined : refuse(design, 412, 'It was changed meanwhile.');
    },
  };
}

export const matches = (wanted: string, call: ServiceCall) =>
  wanted.trim() === '*' ||
  wanted
    .split(',')
    .map((each) => each.trim())
    .includes(etagOf(theThing(call)));
