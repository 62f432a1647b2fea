import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../src/json/value';
import type { KindDesign, OperationDesign, WorldFault } from '../design/design';
import type { NamedMember } from '../shapes';
import type { ShapeType } from '../shapes/shape';
import { kindChoice } from './choice';

interface Coercion {
  readonly type: ShapeType;
  /** Writes a valid text in the one way in which it is kept. */
  readonly write: (text: string) => string;
  /** Writes something else, which a client can tell from it. */
  readonly spoil: (text: string) => string;
}

const atSecond = (instant: number) => new Date(instant).toISOString().replace('.000Z', 'Z');
const HOUR_MS = 3_600_000;

const coercions: Readonly<Record<'instants' | 'uuids', Coercion>> = {
  // An offset tells which instant a local time is (RFC 3339 §4.2). A leap second has no other way to be written.
  instants: {
    type: 'moment',
    write: (text) => (Number.isNaN(Date.parse(text)) ? text : atSecond(Date.parse(text))),
    spoil: (text) => (Number.isNaN(Date.parse(text)) ? text : atSecond(Date.parse(text) + HOUR_MS)),
  },
  // "The hexadecimal values … are output as lower case characters and are case insensitive on input" (RFC 9562 §4).
  uuids: {
    type: 'uuid',
    write: (text) => text.toLowerCase(),
    spoil: (text) => text.toLowerCase().replace(/.$/, (last) => (last === '0' ? '1' : '0')),
  },
};

type Coerces = 'none' | keyof typeof coercions | 'nulls';

export const coerces = kindChoice<Coerces>({
  about:
    'Whether values are kept in another form that means the same: instants in UTC, UUIDs in lower case, and no member in place of null where it may be left out.',
  plain: 'none',
  others: fc.constantFrom('instants' as const, 'uuids' as const, 'nulls' as const),
  apply(value, kind) {
    if (value === 'none') return;
    if (value === 'nulls') {
      const withoutNulls = (content: JsonObject) => withoutNull(content, optionalOf(kind));
      kind.showing.push(withoutNulls);
      kind.coercing.push(withoutNulls);
      return;
    }
    const { type, write } = coercions[value];
    const change = (content: JsonObject) => changed(content, namesOf(kind, type), write);
    kind.coercing.push(change);
    for (const operation of kind.operations.filter(({ body }) => body !== undefined && !body.whole))
      operation.steps.push({
        phase: 'input',
        name: 'coerced',
        refuses: () => [],
        run(call) {
          call.content = change(call.content);
          return undefined;
        },
      });
  },
  faults(value, kind) {
    const operations = kind.operations.filter(({ role }) => ['create', 'replace', 'merge'].includes(role));
    return value === 'none' ? [] : operations.flatMap((operation) => faultsIn(operation, value));
  },
});

const RULES: Readonly<Record<string, readonly string[]>> = {
  create: ['created-found'],
  replace: ['put-replaces'],
  merge: ['patch-merges'],
};

/** What is kept means something else than what was sent; or null leaves there what was there. */
function faultsIn(operation: OperationDesign, value: Exclude<Coerces, 'none'>): WorldFault[] {
  const { kind, role } = operation;
  const said = { class: 'state', operation, rules: RULES[role] ?? [] } as const;
  if (value === 'nulls') {
    const names = optionalOf(kind).filter(({ shape }) => shape.nullable);
    if (role === 'create' || names.length === 0) return [];
    return [
      {
        ...said,
        name: `${operation.id}: null leaves what is there`,
        tamper: () => ({
          acts(call, act) {
            const before = call.thing?.value ?? {};
            if (call.operation === operation)
              call.content = Object.fromEntries(
                Object.entries(call.content).map(([name, each]) => [
                  name,
                  each === null ? (before[name] ?? null) : each,
                ]),
              );
            return act();
          },
        }),
      },
    ];
  }
  const { type, spoil } = coercions[value];
  const names = namesOf(kind, type);
  if (names.length === 0) return [];
  return [
    {
      ...said,
      name: `${operation.id}: ${value} are kept as other ones`,
      tamper: () => ({
        acts(call, act) {
          if (call.operation === operation) call.content = changed(call.content, names, spoil);
          return act();
        },
      }),
    },
  ];
}

/** The members whose values a service may write in another way; those by which things are named and referred to stay as they are. */
const namesOf = ({ members, naming, references, unique }: KindDesign, type: ShapeType): readonly string[] =>
  members
    .filter(({ shape }) => shape.type === type)
    .map(({ name }) => name)
    .filter((name) => name !== naming.member && name !== unique && !references.has(name));

const optionalOf = ({ members, naming }: KindDesign): readonly NamedMember[] =>
  members.filter(({ required, name }) => !required && name !== naming.member);

const withoutNull = (content: JsonObject, optional: readonly NamedMember[]): JsonObject =>
  Object.fromEntries(
    Object.entries(content).filter(([name, each]) => each !== null || !optional.some((member) => member.name === name)),
  );

function changed(content: JsonObject, names: readonly string[], write: (text: string) => string): JsonObject {
  const change = (name: string, each: JsonValue) =>
    names.includes(name) && typeof each === 'string' ? write(each) : each;
  return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, change(name, each)]));
}
