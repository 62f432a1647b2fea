/** How things are shown in answers, and the schemas of what is shown. */

import type { JsonObject, JsonValue } from '../../../src/json/value';
import { objectSchema, readShapeText, shapeSchema } from '../shapes';
import type { AnswerDesign, HeaderDesign, KindDesign, ServiceReply, WorldThing } from './design';

/** The id of a thing as a value: a number where ids are counted. */
export function idValue(thing: WorldThing): JsonValue {
  return readShapeText(thing.kind.naming.shape, partsOfKey(thing).at(-1) ?? '');
}

/** The values that together name a thing: one, or two. */
export function partsOfKey({ kind: { naming }, key }: Pick<WorldThing, 'kind' | 'key'>): readonly string[] {
  if (!naming.before) return [key];
  const at = key.indexOf(naming.before.joint);
  return [key.slice(0, at), key.slice(at + 1)];
}

/** Where a thing is: `/orders/7`, or `/order?id=7`. */
export function pathOfThing(thing: WorldThing): string {
  const { isInQuery, parameter } = thing.kind.naming;
  if (isInQuery) return `/${thing.kind.singular}?${parameter}=${encodeURIComponent(thing.key)}`;
  const above = thing.parent && !thing.kind.isAlone ? pathOfThing(thing.parent) : '';
  const named = partsOfKey(thing).map(encodeURIComponent).join(thing.kind.naming.before?.joint);
  return `${above}/${thing.kind.plural}/${named}`;
}

/** The members of an answer that show the id of a thing, and nothing else of it. */
export function idShown(thing: WorldThing): JsonObject {
  const { as, before, member, under } = thing.kind.naming;
  const path = pathOfThing(thing);
  const value = as === 'id' ? idValue(thing) : as === 'path' ? thing.kind.design.prefix + path : path.slice(1);
  const own = { ...(before ? { [before.member]: partsOfKey(thing)[0] ?? '' } : {}), [member]: value };
  return under === undefined ? own : { [under]: own };
}

/** The schemas of these members. */
export function idSchemas(kind: KindDesign): Record<string, JsonObject> {
  const { as, before, member, under, shape } = kind.naming;
  const template = itemTemplate(kind).slice(1);
  const schema = as === 'id' ? shapeSchema(shape) : shapeSchema({});
  const own = {
    ...(before ? { [before.member]: shapeSchema(before.shape) } : {}),
    [member]: as === 'resource name' ? { ...schema, description: `Format: ${template}` } : schema,
  };
  return under === undefined
    ? own
    : { [under]: { type: 'object', properties: own, required: [member] } satisfies JsonObject };
}

/** The name of the member of a thing that shows its id, or holds what does. */
export const idMember = ({ naming }: KindDesign): string => naming.under ?? naming.member;

/** What an answer shows of a thing, without what wraps it. */
export function showThing(thing: WorldThing): JsonObject {
  const { kind, value, served } = thing;
  const hidden = kind.members.filter(({ writeOnly }) => writeOnly).map(({ name }) => name);
  const visible = Object.fromEntries(Object.entries(value).filter(([name]) => !hidden.includes(name)));
  const shown: JsonObject = { ...idShown(thing), ...visible, ...served };
  return kind.showing.reduce((result, change) => change(result, thing), shown);
}

export const wrapped = ({ wrapper }: KindDesign, value: JsonValue): JsonValue =>
  wrapper === undefined ? value : { [wrapper]: value };

export function wrappedSchema({ wrapper }: KindDesign, schema: JsonObject): JsonObject {
  return wrapper === undefined ? schema : { type: 'object', properties: { [wrapper]: schema }, required: [wrapper] };
}

export const refTo = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const thingName = ({ singular }: KindDesign) => capital(singular);

/** The schema of a thing as answers show it. */
export function thingSchema(kind: KindDesign): JsonObject {
  const { naming, members, served, design } = kind;
  const chosen = members.some(({ name }) => name === naming.member);
  const isOne = design.documented.schemas === 'one';
  const readOnly = isOne ? { readOnly: true } : {};
  const own: JsonObject = {
    ...(chosen
      ? {}
      : Object.fromEntries(
          Object.entries(idSchemas(kind)).map(([name, schema]) => [name, { ...schema, ...readOnly }]),
        )),
    ...Object.fromEntries(served.map(({ name, shape }) => [name, { ...shapeSchema(shape), ...readOnly }])),
  };
  const required = Object.keys(own);
  if (design.documented.schemas === 'composed')
    return { allOf: [refTo(inputName(kind)), { type: 'object', properties: own, required }] };
  const whole = objectSchema(isOne ? members : members.filter(({ writeOnly }) => !writeOnly));
  const all = [...required, ...((whole['required'] as string[] | undefined) ?? [])];
  const properties = { ...own, ...(whole['properties'] as JsonObject) };
  return { type: 'object', properties, ...(all.length > 0 ? { required: all } : {}) };
}

/** The name of the schema of what clients send to make or replace a thing. */
export function inputName(kind: KindDesign): string {
  return kind.design.documented.schemas === 'one' ? thingName(kind) : `New${thingName(kind)}`;
}

/** An answer that shows a thing. */
export function thingAnswer(kind: KindDesign, status: number, headers: HeaderDesign[] = []): AnswerDesign {
  return { status, headers, schema: () => wrappedSchema(kind, refTo(thingName(kind))) };
}

export const emptyAnswer = (status: number, headers: HeaderDesign[] = []): AnswerDesign => ({
  status,
  headers,
  schema: undefined,
});

export function thingReply(status: number, thing: WorldThing, headers: ServiceReply['headers'] = {}): ServiceReply {
  return { status, headers, body: wrapped(thing.kind, showThing(thing)) };
}

/** Makes a valid content satisfy what no schema says, too. */
export const putRight = ({ mending }: KindDesign, content: JsonObject): JsonObject =>
  mending.reduce((result, mend) => mend(result), content);

/** The path of the items of a kind, as a template: `/orders/{orderId}/lines`. */
export function collectionPath({ parent, plural }: KindDesign): string {
  return parent ? `${itemTemplate(parent)}/${plural}` : `/${plural}`;
}

export function itemTemplate(kind: KindDesign): string {
  const { before, parameter, isInQuery } = kind.naming;
  if (isInQuery) return `/${kind.singular}`;
  const place = kind.isAlone ? `/${kind.plural}` : collectionPath(kind);
  return `${place}/${before ? `{${before.parameter}}${before.joint}` : ''}{${parameter}}`;
}
