/** Changes schemas so that they take the values that a service answers with. */

import type { Contract, Media, SchemaBreach } from '../contract/contract';
import { type Origin, originOf } from '../contract/document/files';
import type { DocumentPlace } from '../contract/document/reference';
import { appliedAt, type Part } from '../contract/schema/applied';
import { clauseOf, keywordsOf, type Schema } from '../contract/schema/schema';
import { escapePointer, pointerOf, pointerTokens, valueAt } from '../json/pointer';
import { isObject, jsonOfText } from '../json/value';
import { groupBy } from '../support/collections';
import type { Amendment, AmendmentKind, ContractEdit, LeftAlone } from './amendment';
import { widerBound } from './bounds';
import { namingSchema } from './namingSchema';
import { keyOf, requestSchemas, sentMembers } from './requestSchemas';
import type { SeenAnswer } from './seenAnswers';
import { type NullStyle, nullStyleOf, schemaOfValues } from './valuesSchema';
import type { IsWronglySent } from './wronglySent';

/** Values that break one keyword of the contract, all for one reason. */
interface Broken {
  readonly answer: SeenAnswer;
  readonly applied: Part;
  readonly keyword: string;
  readonly path: string;
  readonly names: readonly string[];
  /** The values that break it; empty if the report shows none whole. */
  readonly values: readonly unknown[];
  readonly finding: string | undefined;
}

/** A breach of the body of an answer. */
export interface BodyBreach {
  readonly answer: SeenAnswer;
  readonly media: Media;
  readonly breach: SchemaBreach;
  /** The id of the finding that tells of the body. */
  readonly finding: string | undefined;
}

interface Amended {
  readonly amendments: readonly Amendment[];
  readonly left: readonly LeftAlone[];
}

/**
 * Returns the changes by which the contract takes the bodies, and what no change is made for.
 * @param shown the names of all members that answers show.
 * @param isWronglySent tells of values for which the service is to be mended, and not the contract.
 */
export function amendSchemas(
  breaches: readonly BodyBreach[],
  contract: Contract,
  shown: ReadonlySet<string>,
  isWronglySent: IsWronglySent,
): Amended {
  const located = breaches.flatMap((each) => locate(each));
  const groups = groupBy(located, ({ applied, keyword, values }) => {
    const isNull = values.length > 0 && values.every((value) => value === null);
    const site = isNull ? applied.site.place.pointer : '';
    return `${applied.schema.place.file.path} ${applied.schema.place.pointer} ${keyword} ${isNull} ${site}`;
  });
  const amendments: Amendment[] = [];
  const left: LeftAlone[] = [];
  for (const whole of groups.values()) {
    const own = ownOf(whole, isWronglySent);
    const group = own.length === 0 ? whole : own;
    const [first = whole[0]] = group;
    const all = { ...first, ...unionOf(group) };
    const change =
      own.length === 0
        ? WRONGLY_SENT
        : group.some(isGiven) && !speaksOfNull(first.applied)
          ? GIVEN
          : (onlySent(all, contract, shown) ?? changeFor(all, contract));
    const { answer } = first;
    const about = {
      operation: answer.operation.name,
      seen: `${answer.operation.name} answered ${answer.response.status} ${whatCame(all)}`,
      shown: { report: answer.report, exchange: answer.exchange.index },
    };
    if ('why' in change) left.push({ ...about, why: change.why });
    else {
      const { kind, edits } = change;
      const isWider = kind !== 'members' && !edits.every(isWriteOnly);
      const isOfRequests = isWider && requestSchemas(contract).has(keyOf(first.applied.schema));
      amendments.push({ ...about, kind, edits, ...(isOfRequests ? { isOfRequests } : {}), findings: idsOf(group) });
    }
  }
  return { amendments, left };
}

/**
 * Returns what the service says by itself. Of an answer that the report shows only in part nobody can tell, so it speaks for nothing where another
 * one shows what was sent wrongly.
 */
function ownOf(whole: readonly Broken[], isWronglySent: IsWronglySent): readonly Broken[] {
  const own = whole.filter(({ answer, path }) => !isWronglySent(answer, path));
  return own.length === whole.length || own.some(({ answer }) => answer.json) ? own : [];
}

function idsOf(group: readonly Broken[]): string[] {
  return [...new Set(group.flatMap(({ finding = [] }) => finding))];
}

function unionOf(group: readonly Broken[]): Pick<Broken, 'names' | 'values'> {
  return {
    names: [...new Set(group.flatMap(({ names }) => names))],
    values: [...new Map(group.flatMap(({ values }) => values).map((value) => [JSON.stringify(value), value])).values()],
  };
}

function locate({ answer, media, breach, finding }: BodyBreach): Broken[] {
  const { clause, path, names = [], missing } = breach;
  if (!clause || !media.schema || breach.advisory) return [];
  const keyword = pointerTokens(clause.pointer).at(-1) ?? '';
  const applied = appliedAt(media.schema, pointerTokens(path)).find(({ schema }) => {
    const own = clauseOf(schema, keyword);
    return own.pointer === clause.pointer && own.file === clause.file;
  });
  if (!applied) return [];
  const value = answer.json ? valueAt(answer.json.value, `#${path}`) : jsonOfText(breach.actual);
  const whole = path === '' && answer.json ? answer.json.value : value;
  return [
    {
      answer,
      applied,
      keyword,
      path,
      names: missing === undefined ? names : [...new Set([missing, ...names])],
      values: whole === undefined ? [] : [whole],
      finding,
    },
  ];
}

/** Whether it is one of several schemas of which the contract does not say which one is meant. */
function isAlternative({ certainty }: Part): boolean {
  return certainty === 'branch';
}

function whatCame({ keyword, path, names, values }: Broken): string {
  const at = path === '' ? 'a body' : path.replace(/\/\d+(?=\/|$)/g, '/…');
  const quoted = names.map((name) => `"${name}"`).join(', ');
  if (keyword === 'required') return `with ${at} without ${quoted}`;
  if (/^(additional|unevaluated)Properties$/.test(keyword)) return `with ${at} that has ${quoted}`;
  const sizes = values.map((value) => (Array.isArray(value) ? value.length : undefined));
  if (/^(max|min)Items$/.test(keyword)) return `with ${at} of ${sizes.join(' and ')} items`;
  const shown = values.map((value) => JSON.stringify(value)).join(', ');
  return `with ${at} being ${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}`;
}

/**
 * Returns the change by which members that requests must have, and that no answer shows, are only sent: such as a password. So requests must
 * have them as before. Undefined if that is not so, or OpenAPI 2.0 has no word for it.
 */
function onlySent(
  { applied, keyword, names }: Broken,
  contract: Contract,
  shown: ReadonlySet<string>,
): Change | undefined {
  const { schema } = applied;
  const { value } = schema.place;
  if (
    keyword !== 'required' ||
    isAlternative(applied) ||
    !isObject(value) ||
    nullStyleOf(contract.dialect) === 'x-nullable'
  )
    return undefined;
  const properties = isObject(value['properties']) ? value['properties'] : {};
  const isSent = (name: string) => {
    const property = properties[name];
    const isPlain = isObject(property) && property['$ref'] === undefined && property['readOnly'] !== true;
    return isPlain && !shown.has(name);
  };
  if (names.length === 0 || !names.every(isSent) || !requestSchemas(contract).has(keyOf(schema))) return undefined;
  const edits = names.map((name) => editAt(schema, ['properties', name, 'writeOnly'], { set: true }));
  return { kind: 'required', edits };
}

function isWriteOnly({ tokens }: ContractEdit): boolean {
  return tokens.at(-1) === 'writeOnly';
}

type Change = { readonly kind: AmendmentKind; readonly edits: readonly ContractEdit[] } | { readonly why: string };

function changeFor(broken: Broken, contract: Contract): Change {
  const style = nullStyleOf(contract.dialect);
  const { applied, keyword, values, names } = broken;
  if (isAlternative(applied)) return { why: 'it is one of several alternatives; say which one is meant' };
  if (values.some(isHidden)) return { why: 'the report hides the value, since it may be secret' };
  const { schema } = applied;
  const edit = (key: readonly string[], change: ContractEdit['change']): ContractEdit => editAt(schema, key, change);
  if (values.length > 0 && values.every((value) => value === null)) return allowNull(applied, style);
  switch (keyword) {
    case 'required':
      return { kind: 'required', edits: names.map((name) => edit(['required'], { take: name })) };
    case 'enum':
      return widenEnum(broken, contract);
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return { kind: 'members', edits: names.map((name) => addMember(schema, name, values, style)) };
    case 'type':
      return widenType(broken);
    case 'format':
      return keywordsOf(schema) !== true && values.every((value) => Number.isSafeInteger(value))
        ? { kind: 'bounds', edits: [edit(['format'], { set: 'int64' })] }
        : { why: 'a value of another format came; say which one is meant' };
    default:
      return widenBound(broken, contract);
  }
}

/** Whether a value came as null that the request had given: `PATCH { "name": "fern" }` → `{ "name": null }`. */
function isGiven({ answer, path, values }: Broken): boolean {
  const { body } = answer.exchange.request;
  if (body === undefined || path === '' || !values.every((value) => value === null)) return false;
  const sent = valueAt(jsonOfText(body), `#${path}`);
  return sent !== undefined && sent !== null;
}

/** Whether the contract says in words that the value may be null: "The content, if requested (otherwise null)". */
function speaksOfNull({ schema, site }: Part): boolean {
  return [schema, site].some(
    ({ place: { value } }) => isObject(value) && /\b(null|none)\b/i.test(String(value['description'] ?? '')),
  );
}

const WRONGLY_SENT: Change = {
  why: 'a request that the contract refuses put it there; the service is to refuse that request',
};

const GIVEN: Change = {
  why: 'a request had given it a value, and null came; mend the service, or the contract by hand',
};

const NOT_WHOLE: Change = { why: 'the report does not hold the value whole' };

function isHidden(value: unknown): boolean {
  return typeof value === 'string' && value.includes('***');
}

function editAt({ place }: Schema, key: readonly string[], change: ContractEdit['change']): ContractEdit {
  const { file, tokens } = whereWritten(place);
  return { file: file.path, tokens: [...tokens, ...key], change };
}

/** Where a schema stands in the text of a file. What an overlay put there is changed where the contract has it then, by one more overlay. */
function whereWritten({ file, pointer }: DocumentPlace): Origin {
  const tokens = pointerTokens(pointer);
  const origin = originOf(file, tokens);
  return isObject(origin.file.value) && 'overlay' in origin.file.value ? { file, tokens } : origin;
}

/** A component that is null in one place is not made nullable everywhere: the place that refers to it is. */
function allowNull({ schema, site }: Part, style: NullStyle): Change {
  const { file, tokens } = whereWritten(site.place);
  const reference = valueAt(file.value, pointerOf(tokens));
  if (site.place.pointer !== schema.place.pointer && isObject(reference) && typeof reference['$ref'] === 'string') {
    const { $ref, ...beside } = reference;
    const written =
      style === 'type' ? { ...beside, anyOf: [{ $ref }, { type: 'null' }] } : { [style]: true, allOf: [{ $ref }] };
    return { kind: 'nullable', edits: [editAt(site, [], { set: written })] };
  }
  const { value } = schema.place;
  if (!isObject(value)) return { why: 'it is no object, so nothing can be said beside it' };
  const listed = Array.isArray(value['enum']) && !value['enum'].includes(null);
  const type: readonly ContractEdit[] =
    style !== 'type'
      ? [editAt(schema, [style], { set: true })]
      : Array.isArray(value['type'])
        ? [editAt(schema, ['type'], { append: 'null' })]
        : typeof value['type'] === 'string'
          ? [editAt(schema, ['type'], { set: [value['type'], 'null'] })]
          : [];
  return { kind: 'nullable', edits: [...type, ...(listed ? [editAt(schema, ['enum'], { append: null })] : [])] };
}

function addMember(schema: Schema, name: string, values: readonly unknown[], style: NullStyle): ContractEdit {
  const members = values.flatMap((value) => (isObject(value) && Object.hasOwn(value, name) ? [value[name]] : []));
  return editAt(schema, ['properties', name], { set: schemaOfValues(members, style) });
}

/** Only an integer becomes a number. Whether another type is right, a person has to say. */
function widenType({ applied: { schema }, values }: Broken): Change {
  const { value } = schema.place;
  const isInteger = isObject(value) && value['type'] === 'integer';
  return isInteger && values.length > 0 && values.every((each) => typeof each === 'number')
    ? { kind: 'bounds', edits: [editAt(schema, ['type'], { set: 'number' })] }
    : { why: 'a value of another type came; mend the service, or say which types are meant' };
}

function widenBound({ answer, applied: { schema }, path, keyword, values }: Broken, contract: Contract): Change {
  const ofRequests = sentMembers(contract, answer.operation, schema, path).map(({ place: { value } }) =>
    isObject(value) ? value[keyword] : undefined,
  );
  const wider = widerBound(keyword, values, ofRequests, requestSchemas(contract).has(keyOf(schema)));
  if (wider === 'not whole') return NOT_WHOLE;
  if (wider === 'unknown keyword')
    return { why: `\`${keyword}\` cannot be widened by an example; mend the service, or the contract by hand` };
  return { kind: 'bounds', edits: [editAt(schema, [keyword], wider)] };
}

/** Lists the values that came, with all that requests may carry where those are among them: a service that shows three of four colours has four. */
function widenEnum({ answer, applied: { schema }, path, values }: Broken, contract: Contract): Change {
  if (values.length === 0) return NOT_WHOLE;
  const own = enumOf(schema);
  const ofRequests = sentMembers(contract, answer.operation, schema, path)
    .map(enumOf)
    .find((listed) => values.every((value) => listed.includes(value)));
  const missing = ofRequests ? ofRequests.filter((value) => !own.includes(value)) : values;
  return { kind: 'enum', edits: missing.map((value) => editAt(schema, ['enum'], { append: value })) };
}

function enumOf({ place: { value } }: Schema): readonly unknown[] {
  return isObject(value) && Array.isArray(value['enum']) ? value['enum'] : [];
}

/** Returns the members that answers have and their schemas do not name, where it is clear which object schema describes them. */
export function amendMembers(
  answers: readonly (SeenAnswer & { readonly media: Media })[],
  contract: Contract,
  isWronglySent: IsWronglySent,
): Amendment[] {
  const style = nullStyleOf(contract.dialect);
  const found = new Map<
    string,
    { answer: SeenAnswer; schema: Schema; path: string; name: string; values: unknown[] }
  >();
  for (const answer of answers) {
    const root = answer.media.schema;
    if (!root || !answer.json) continue;
    for (const { path, object } of objectsIn(answer.json.value)) {
      const holder = namingSchema(root, path);
      if (!holder) continue;
      for (const [name, value] of Object.entries(object)) {
        if (holder.names.has(name) || isHidden(value)) continue;
        if (isWronglySent(answer, `${path}/${escapePointer(name)}`)) continue;
        const key = `${holder.schema.place.file.path}${holder.schema.place.pointer} ${name}`;
        const earlier = found.get(key);
        if (earlier) earlier.values.push(value);
        else found.set(key, { answer, schema: holder.schema, path, name, values: [value] });
      }
    }
  }
  return [...found.values()].map(({ answer, schema, path, name, values }) => ({
    kind: 'members',
    operation: answer.operation.name,
    seen: `${answer.operation.name} answered ${answer.response.status} with ${path === '' ? 'a body' : path.replace(/\/\d+(?=\/|$)/g, '/…')} that has "${name}"`,
    shown: { report: answer.report, exchange: answer.exchange.index },
    edits: [editAt(schema, ['properties', name], { set: schemaOfValues(values, style) })],
    findings: [],
  }));
}

/** At most this many objects of one body are looked at. */
const MOST_OBJECTS = 500;

function objectsIn(value: unknown): { path: string; object: Readonly<Record<string, unknown>> }[] {
  const found: { path: string; object: Readonly<Record<string, unknown>> }[] = [];
  const waiting: { path: string; value: unknown }[] = [{ path: '', value }];
  for (const { path, value: each } of waiting) {
    if (waiting.length > MOST_OBJECTS) break;
    if (isObject(each)) found.push({ path, object: each });
    if (typeof each === 'object' && each !== null)
      for (const [key, inner] of Object.entries(each))
        waiting.push({ path: `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, value: inner });
  }
  return found;
}
