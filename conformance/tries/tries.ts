/**
 * Proposes what to change of a valid request that was made up and refused: what the refusal names, values that answers have shown, parts that
 * may be left out, and plain numbers. It chooses inputs; no verdict depends on it.
 */

import { type Operation, type Parameter, pathParameters } from '../../src/contract/contract';
import { facets, itemSchema, memberSchemas, requiredMembers, typesOf } from '../../src/contract/schema/facets';
import type { Schema } from '../../src/contract/schema/schema';
import { isSecret } from '../../src/contract/schema/secretMembers';
import type { Case } from '../../src/engine/model/case';
import type { Exchange } from '../../src/engine/model/exchange';
import type { Edit, ShownValues, Try } from '../../src/engine/model/mend';
import type { Known } from '../../src/engine/model/probe';
import { escapePointer, pointerTokens, unescapePointer, valueAt } from '../../src/json/pointer';
import { isObject, isScalar, type JsonValue, type Scalar, toText } from '../../src/json/value';
import { plain, singularOf } from '../../src/resources/names';
import { lastName, namesItem } from '../../src/routing/pathTemplate';
import type { Input } from '../../src/serialization/input';
import { inputsOf } from '../requests/inputs';
import { isFree } from '../requests/resources';
import { dateAs, datesIn } from '../values/datePatterns';
import { jsonBody } from './edits';
import { type Reason, reasonsOf } from './refusal';
import { quotes, textsOfRefusal, valuesSaid } from './saidForms';

/** Statuses that say that something is wrong with what was sent, or that it names nothing. Others have other reasons. */
const OF_INPUT: ReadonlySet<number> = new Set([400, 404, 406, 409, 410, 412, 416, 417, 422, 428]);
const LOST: ReadonlySet<number> = new Set([404, 410]);

/** Some services say of what is not there that it may not be seen. */
const HIDING = 403;

/** So many values of one place are tried. */
const MOST_VALUES = 3;

/** So often the same is asked again, and what such a refusal says. */
const MOST_REPEATS = 2;
const OF_A_KEY = /unique|primary key|duplicate (key|entry)|\b23505\b/i;

/** Whole numbers that something is often counted by. */
const PLAIN_NUMBERS = [1, 0, 2];

/** Returns what may be tried, the likeliest first; nothing where another request could not tell more. */
export function triesOf(refused: Exchange, known: Known, found: ShownValues): Try[] {
  const { case: each, response } = refused;
  const { claim, request } = each;
  if (!response || claim.probe !== 'valid' || claim.violation || claim.handedOver || claim.expect !== undefined)
    return [];
  if (
    (!OF_INPUT.has(response.status) && response.status !== HIDING && response.status < 500) ||
    request.isFurther ||
    known.wanted.everythingExists
  )
    return [];
  const asked = new Asked(refused, known, found);
  if (response.status >= 500) return [...asked.named(), ...asked.again(), ...asked.fewer()];
  if (response.status === 409) return [...asked.named(), ...asked.again()];
  if (response.status === HIDING) return [...(asked.isMadeUpInPath ? asked.elsewhere() : []), ...asked.fewer()];
  if (LOST.has(response.status) && asked.isMadeUpInPath) return [...asked.inForm(), ...asked.elsewhere()];
  if (LOST.has(response.status)) return request.operation.safe ? asked.foundBeside() : asked.otherParts();
  const inPath = asked.isMadeUpInPath ? asked.elsewhere() : [];
  // Of several names in a path, those of one thing are likelier than each made up for itself.
  const first = asked.hasSeveralPlaces ? [...inPath, ...asked.inForm()] : asked.inForm();
  return [...first, ...asked.named(), ...inPath, ...asked.otherParts(), ...asked.numbers()];
}

/**
 * Returns what to put into the path of a request that changes something, in place of what was made up: the target is a throw-away, and answers
 * have shown what there is. What a POST makes under its own path has a new name.
 */
export function placesFound({ request, claim, chain }: Case, known: Known, found: ShownValues): Edit[] {
  const { operation, values } = request;
  const { writes, everythingExists } = known.wanted;
  if (operation.safe || writes !== 'any' || everythingExists || claim.probe !== 'valid' || claim.exists || chain)
    return [];
  const created = operation.method === 'POST' && namesItem(operation.path) ? lastName(operation.path) : undefined;
  const open = pathParameters(operation).filter(({ name }) => name !== created);
  const [together = []] = open.length > 1 ? found.together(operation, open) : [];
  const whole = Object.fromEntries(open.map(({ name }, at) => [name, together.slice(at, at + 1).map(textOf)]));
  return pathParameters(operation).flatMap((parameter): Edit[] => {
    const { name } = parameter;
    const isHandedOver = known.handedOver.handed(operation, name).length > 0;
    if (isHandedOver || name === created) return [];
    const [value] = [...(whole[name] ?? []), ...found.inPath(operation, parameter).map(textOf)].filter(
      parameter.accepts,
    );
    return value === undefined ? [] : [{ place: 'path', name, value, instead: values[name] }];
  });
}

/** A request that was refused, and what its parts may be instead. */
class Asked {
  private readonly operation: Operation;
  private readonly input: Input;
  private readonly body: JsonValue | undefined;
  private readonly schema: Schema | undefined;
  /** The parameters of the path whose values were made up, and may be others. */
  private readonly places: readonly Parameter[];

  constructor(
    private readonly refused: Exchange,
    private readonly known: Known,
    private readonly found: ShownValues,
  ) {
    const { request, claim } = refused.case;
    this.operation = request.operation;
    this.input = request.input;
    const isHandedOver = known.handedOver.bodies(request.operation).length > 0;
    const sent = isHandedOver ? undefined : jsonBody(request.operation, request.input);
    this.body = sent?.json.value as JsonValue | undefined;
    this.schema = sent?.media.schema;
    const mayMove = !claim.exists && isFree(request.operation, known);
    this.places = pathParameters(request.operation).filter(
      ({ name }) => mayMove && !known.handedOver.handed(request.operation, name).includes(request.values[name] ?? ''),
    );
  }

  get isMadeUpInPath(): boolean {
    return this.places.length > 0;
  }

  get hasSeveralPlaces(): boolean {
    return this.places.length > 1;
  }

  /** With other values in the path: those that answers have shown, plain numbers, and further examples of the contract. */
  elsewhere(): Try[] {
    const { values } = this.refused.case.request;
    const together = this.places.length > 1 ? this.found.together(this.operation, this.places) : [];
    const candidates = this.places.map((parameter, place) => {
      const now = values[parameter.name] ?? '';
      const shown = this.found.inPath(this.operation, parameter).map(textOf);
      const numbers = isPlainNumber(parameter) ? [String(PLAIN_NUMBERS[0])] : [];
      const examples = parameter.examples.flatMap((value) => (isText(value) ? [textOf(value)] : []));
      const further = [...new Set([...shown, ...numbers, ...examples])].filter((text) => text !== now);
      // Several names of one thing stay together.
      const ofOne = together.flatMap((each) => each.slice(place, place + 1).map(textOf));
      return { parameter, now, others: [...ofOne, ...further].filter(parameter.accepts) };
    });
    const most = Math.min(MOST_VALUES, Math.max(0, ...candidates.map(({ others }) => others.length)));
    return Array.from({ length: most }, (_, at): Try => {
      const edits = candidates.flatMap(({ parameter: { name }, now, others }): Edit[] => {
        const value = others[at] ?? others[0];
        return value === undefined ? [] : [{ place: 'path', name, value, instead: now }];
      });
      return { why: `for ${edits.map(({ name, value }) => `${name} ${shortened(value)}`).join(', ')}`, edits };
    });
  }

  /**
   * With values of the form that the contract or the refusal asks for: dates as their patterns have them, and what else the refusal wants in
   * place of a value that it quotes.
   */
  inForm(): Try[] {
    const { response } = this.refused;
    if (!response) return [];
    const said = textsOfRefusal(response);
    const path = this.places.map(({ name }) => ({ place: 'path' as const, name }));
    const members = scalarsIn(this.body, '', 0).map((name) => ({ place: 'body' as const, name }));
    const wanted = [...path, ...this.parametersSent(), ...members].flatMap((at) => {
      const values = this.valuesInForm(at, said);
      return values.length === 0 ? [] : [{ at, values }];
    });
    const most = Math.min(MOST_VALUES, Math.max(0, ...wanted.map(({ values }) => values.length)));
    return Array.from({ length: most }, (_, turn): Try => {
      const edits = wanted.flatMap(({ at, values }): Edit[] => {
        const value = values[turn] ?? values[0];
        const instead = at.place === 'path' ? { instead: this.refused.case.request.values[at.name] } : {};
        return value === undefined ? [] : [{ ...at, value, ...instead }];
      });
      return { why: `${changesOf(edits)}, which is of the form that is wanted`, edits, isNamed: true };
    });
  }

  private valuesInForm(at: Pick<Edit, 'place' | 'name'>, said: readonly string[]): JsonValue[] {
    const current = this.valueAt(at);
    if (current === undefined || !isScalar(current)) return [];
    const text = textOf(current);
    const types = new Set(this.schemasOf(at).flatMap((schema) => [...(typesOf(schema) ?? [])]));
    const dates = typeof current === 'string' ? this.datesSaidOf(at, text) : [];
    const shown = at.place === 'path' ? this.shownNumbers(at.name) : [];
    const about = this.mayMeanAnother(at) || dates.length > 0 ? [] : said.filter((each) => quotes(each, text));
    const forms = about.flatMap(valuesSaid);
    const numbers = forms.some(isDigits) ? shown : [];
    // What is made up for a path seldom names anything: one such value shows whether the form is right.
    const made = at.place === 'path' ? forms.slice(0, 1) : forms;
    const all = [...new Set([...dates, ...numbers, ...made])].filter((each) => each !== text);
    const isNumber = at.place === 'body' && !types.has('string') && (types.has('integer') || types.has('number'));
    return isNumber ? all.filter(isDigits).map(Number) : all;
  }

  /** Dates as the contract has them: by the pattern that stands in place of an example, or in the description. */
  private datesSaidOf(at: Pick<Edit, 'place' | 'name'>, current: string): string[] {
    const own = dateAs(current);
    if (own !== undefined) return [own];
    const parameter = this.operation.parameters.find(({ name, in: where }) => where === at.place && name === at.name);
    const schemas = this.schemasOf(at).flatMap((schema) => facets(schema, false));
    const descriptions = [parameter?.description, ...schemas.map(({ description }) => description)];
    return descriptions.flatMap((each) => (typeof each === 'string' ? datesIn(each) : []));
  }

  private shownNumbers(name: string): string[] {
    const parameter = this.places.find((each) => each.name === name);
    const shown = parameter ? this.found.inPath(this.operation, parameter).map(textOf) : [];
    return shown.filter(isDigits);
  }

  /** Tells whether a place of a request that changes something may name what is somebody else's. */
  private mayMeanAnother({ place, name }: Pick<Edit, 'place' | 'name'>): boolean {
    if (place === 'path' || isFree(this.operation, this.known)) return false;
    return REFERRING.test(lastOf(name)) || this.known.contract.kinds.meantBy(lastOf(name)).length > 0;
  }

  /** With what the refusal names put in, left out, or replaced. */
  named(): Try[] {
    const { response } = this.refused;
    if (!response) return [];
    const reasons = reasonsOf(this.operation, this.input.body?.contentType, response);
    const remedies = reasons
      .map((reason) => ({ reason, edits: this.remediesOf(reason) }))
      .filter(({ edits }) => edits.length > 0);
    const most = Math.min(MOST_VALUES, Math.max(0, ...remedies.map(({ edits }) => edits.length)));
    return Array.from({ length: most }, (_, at): Try => {
      const edits = remedies.flatMap(({ edits: own }) => own[at] ?? own[0] ?? []);
      return { why: `${changesOf(edits)}, as the refusal says`, edits, isNamed: true };
    });
  }

  /**
   * The same once more, where the refusal names a unique key: a service that gives numbers itself may count from among those that are there
   * already, and comes past them.
   */
  again(): Try[] {
    const { response } = this.refused;
    if (!response || !textsOfRefusal(response).some((said) => OF_A_KEY.test(said))) return [];
    return Array.from({ length: MOST_REPEATS }, (_, repeats) => ({
      why: 'as it was, since the refusal names a unique key',
      edits: [],
      repeats,
    }));
  }

  private remediesOf({ place, name, says, said }: Reason): Edit[] {
    const current = this.valueAt({ place, name });
    if (place === 'path') return [];
    const edit = (value: JsonValue | undefined): Edit => ({ place, name, value });
    if (current === undefined) return says === 'missing' ? this.furtherValues({ place, name }).map(edit) : [];
    const others = [...this.valuesAsSaid({ place, name }, said), ...this.furtherValues({ place, name })]
      .slice(0, MOST_VALUES)
      .map(edit);
    if (says === 'unknown') return [edit(undefined)];
    return this.isRequired({ place, name }) ? others : [...others.slice(0, 1), edit(undefined), ...others.slice(1)];
  }

  /** Values of the form that a refusal asks for at a place which it names, such as a date or the number of a card. */
  private valuesAsSaid(at: Pick<Edit, 'place' | 'name'>, said: string): JsonValue[] {
    const current = this.valueAt(at);
    if (this.mayMeanAnother(at) || current === undefined || !isScalar(current)) return [];
    // What each thing has for itself stays as it is.
    if (UNIQUE.test(lastOf(at.name))) return [];
    const named = said.replaceAll(lastOf(at.name), ' ');
    const [form] = valuesSaid(named);
    if (form === undefined || form === textOf(current)) return [];
    if (typeof current === 'string') return [form];
    return typeof current === 'number' && isDigits(form) ? [Number(form)] : [];
  }

  /** With fewer parts, with parts that answers have shown, and with both. */
  otherParts(): Try[] {
    const own = this.serversOwn();
    const ids = own.filter(({ value }) => value !== undefined);
    const [shown, ...more] = this.foundBeside();
    const both = (one: Try): Try => ({ why: changesOf([...own, ...one.edits]), edits: [...own, ...one.edits] });
    return [
      ...(shown && own.length > 0 ? [both(shown)] : []),
      ...(own.length > 0 ? [{ why: changesOf(own), edits: own }] : []),
      ...(ids.length > 0 && ids.length < own.length ? [{ why: changesOf(ids), edits: ids }] : []),
      ...this.fewer(),
      ...(shown ? [shown] : []),
      ...more.map((each) => (own.length > 0 ? both(each) : each)),
    ];
  }

  /**
   * Leaves out what many services set themselves, and refuse where it is sent: the id of a new thing, the time when it was made. The body of a
   * thing that the path names repeats its id, if it has one.
   */
  private serversOwn(): Edit[] {
    const { operation, body } = this;
    if (operation.safe || !isObject(body)) return [];
    const segment = plain(operation.path.split('/').findLast((part) => part !== '' && !part.includes('{')) ?? '');
    const ids = new Set(['id', 'uuid', 'guid', `${segment}id`, `${singularOf(segment)}id`]);
    const id = namesItem(operation.path) ? this.refused.case.request.values[lastName(operation.path)] : undefined;
    return Object.entries(body).flatMap(([name, value]): Edit[] => {
      const edit: Edit = { place: 'body', name: `/${escapePointer(name)}`, value: undefined };
      const isId = ids.has(plain(name));
      if (isId && id !== undefined)
        return String(value) === id ? [] : [{ ...edit, value: id, fromPath: lastName(operation.path) }];
      return (isId || SET_BY_SERVERS.test(name)) && !this.isRequired(edit) ? [edit] : [];
    });
  }

  /** Without all that may be left out, and without a body where that is optional. */
  fewer(): Try[] {
    const parameters = this.operation.parameters.flatMap(({ name, in: where, required }): Edit[] => {
      if (required || where === 'path' || where === 'querystring') return [];
      return this.valueAt({ place: where, name }) === undefined ? [] : [{ place: where, name, value: undefined }];
    });
    const all = this.body !== undefined && this.schema ? optionalIn(this.body, this.schema, '', 0) : [];
    const telling = this.tellingPlace();
    const members = all.filter(({ name }) => name !== telling);
    const edits = [...parameters, ...members];
    const isBodyOptional = this.input.body !== undefined && this.operation.requestBody?.required === false;
    const bare: Edit[] = [...parameters, { place: 'body', name: '', value: undefined }];
    return [
      ...(edits.length > 0 ? [{ why: `without ${listed(edits)}`, edits }] : []),
      ...(isBodyOptional ? [{ why: 'without a body', edits: bare }] : []),
    ];
  }

  /** By one text of its own a thing is known again, so that it can be removed. Undefined where a required member has one, or nothing is removed. */
  private tellingPlace(): string | undefined {
    if (this.known.wanted.writes !== 'own') return undefined;
    const places = Object.keys(this.input.like ?? {}).map((name) => `/${escapePointer(name)}`);
    return places.some((name) => this.isRequired({ place: 'body', name })) ? undefined : places[0];
  }

  /** With values that answers have shown, in the query and in the body. */
  foundBeside(): Try[] {
    const places = [...this.parametersSent(), ...this.membersSent()];
    const all = places.flatMap((at) => {
      const values = this.foundFor(at);
      return values.length === 0 ? [] : [{ ...at, values }];
    });
    const most = Math.min(MOST_VALUES, Math.max(0, ...all.map(({ values }) => values.length)));
    return Array.from({ length: most }, (_, turn): Try => {
      const edits = all.flatMap(({ place, name, values }): Edit[] => {
        const value = values[turn] ?? values[0];
        return value === undefined ? [] : [{ place, name, value }];
      });
      return { why: changesOf(edits), edits };
    });
  }

  /** With plain numbers where the contract sets no bound. */
  numbers(): Try[] {
    const inPath = this.places.filter(isPlainNumber).map(({ name }): Edit => {
      return { place: 'path', name, value: 0, instead: this.refused.case.request.values[name] };
    });
    const beside = [...this.parametersSent(), ...this.membersSent()].filter(
      (at) => isUnbounded(this.schemasOf(at)) && this.isNumber(this.valueAt(at)),
    );
    const places: Edit[] = [...inPath, ...beside.map((at) => ({ ...at, value: 0 }))];
    if (places.length === 0) return [];
    return PLAIN_NUMBERS.map((number) => {
      const edits = places.map((edit) => ({ ...edit, value: edit.place === 'path' ? String(number) : number }));
      return { why: changesOf(edits), edits };
    });
  }

  private isNumber(value: JsonValue | undefined): boolean {
    return typeof value === 'number' || (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value));
  }

  /** Values for a place: of answers, of the contract, and of other valid requests. */
  private furtherValues(at: Pick<Edit, 'place' | 'name'>): JsonValue[] {
    const current = this.valueAt(at);
    const examples = this.schemasOf(at).flatMap((schema) => examplesOf(schema));
    const planned = inputsOf(this.operation, this.known).valid.flatMap(({ input }) => this.valueIn(input, at) ?? []);
    const all = [
      ...this.foundFor(at),
      ...examples,
      ...planned,
      ...(isUnbounded(this.schemasOf(at)) ? PLAIN_NUMBERS : []),
    ];
    const texts = new Map(all.map((value) => [JSON.stringify(isScalar(value) ? textOf(value) : value), value]));
    texts.delete(JSON.stringify(current));
    return [...texts.values()].slice(0, MOST_VALUES);
  }

  /** What answers have shown under the name of a place. An unsafe request refers to nothing that may be somebody else's. */
  private foundFor(at: Pick<Edit, 'place' | 'name'>): Scalar[] {
    const name = lastOf(at.name);
    const schemas = this.schemasOf(at);
    if (this.mayMeanAnother(at)) return [];
    const isClosed = schemas.some(
      (schema) =>
        isSecret(schema) ||
        facets(schema, true).some(({ enum: few, const: one }) => few !== undefined || one !== undefined),
    );
    if (isClosed || UNIQUE.test(name)) return [];
    const current = this.valueAt(at);
    const types = new Set(schemas.flatMap((schema) => [...(typesOf(schema) ?? [])]));
    const isOfType = (value: Scalar) =>
      types.size === 0 ||
      at.place !== 'body' ||
      types.has(typeof value) ||
      (typeof value === 'number' && types.has('integer'));
    return this.found
      .named(name)
      .filter((value) => isOfType(value) && value !== current)
      .slice(0, MOST_VALUES);
  }

  private parametersSent(): Pick<Edit, 'place' | 'name'>[] {
    return this.operation.parameters.flatMap((parameter) => {
      const { name, in: where } = parameter;
      if (
        where === 'path' ||
        where === 'querystring' ||
        this.known.handedOver.texts(this.operation, parameter).length > 0
      )
        return [];
      const at = { place: where, name };
      return this.valueAt(at) === undefined ? [] : [at];
    });
  }

  private membersSent(): Pick<Edit, 'place' | 'name'>[] {
    if (!isObject(this.body)) return [];
    // What lies deeper is the thing's own, unless it refers to another one.
    const places = scalarsIn(this.body, '', 0).filter(
      (at) => at.lastIndexOf('/') === 0 || A_REFERENCE.test(lastOf(at)),
    );
    return places.map((name) => ({ place: 'body', name }));
  }

  private valueAt(at: Pick<Edit, 'place' | 'name'>): JsonValue | undefined {
    return at.place === 'path' ? this.refused.case.request.values[at.name] : this.valueIn(this.input, at);
  }

  private valueIn(input: Input, { place, name }: Pick<Edit, 'place' | 'name'>): JsonValue | undefined {
    switch (place) {
      case 'query':
        return input.query.find((pair) => pair.name === name)?.value;
      case 'cookie':
        return input.cookies.find((pair) => pair.name === name)?.value;
      case 'header':
        return input.headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
      case 'body': {
        const value = input === this.input ? this.body : jsonBody(this.operation, input)?.json.value;
        return valueAt(value, name) as JsonValue | undefined;
      }
      case 'path':
        return undefined;
      default:
        return place satisfies never;
    }
  }

  private schemasOf({ place, name }: Pick<Edit, 'place' | 'name'>): readonly Schema[] {
    if (place !== 'body') {
      const schema = this.operation.parameters.find((each) => each.in === place && each.name === name)?.schema;
      return schema ? [schema] : [];
    }
    return pointerTokens(name).reduce<readonly Schema[]>(
      (schemas, token) =>
        schemas.flatMap(
          (schema) => memberSchemas(schema).get(token) ?? (/^\d+$/.test(token) ? (itemSchema(schema) ?? []) : []),
        ),
      this.schema ? [this.schema] : [],
    );
  }

  private isRequired({ place, name }: Pick<Edit, 'place' | 'name'>): boolean {
    if (place !== 'body')
      return this.operation.parameters.some((each) => each.in === place && each.name === name && each.required);
    const around = this.schemasOf({ place, name: name.slice(0, name.lastIndexOf('/')) });
    return around.some((schema) => requiredMembers(schema).includes(lastOf(name)));
  }
}

/** Members that name another thing, or a person. */
const REFERRING =
  /(^|[^a-z])(id|uuid|guid|key|ref)s?$|(Id|ID|Uuid|UUID|Key|Ref)s?$|mail|user|login|owner|phone|account|address|url|uri|path|file/;

/** Members that refer to another thing by a name that says so: `customerId`. */
const A_REFERENCE = /[a-z0-9](_id|Id|ID|_uuid|Uuid)$/;

/** Members that services usually set themselves. */
const SET_BY_SERVERS =
  /^_|^(version|rev(ision)?|etag|href|self|links)$|^(created|updated|modified|changed|deleted|creation|last_?(modified|updated|change))|(created|updated|modified)_?(at|on|by)?$/i;

/** Members by which a thing is told from others: what is there already has the value. */
const UNIQUE = /^(name|title|slug|label|username|login|email)$/i;

/** Returns edits that leave out the members which a value need not have, at every depth. */
function optionalIn(value: JsonValue, schema: Schema, pointer: string, depth: number): Edit[] {
  if (depth > DEEPEST || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const items = itemSchema(schema);
    return items ? value.flatMap((item: JsonValue, at) => optionalIn(item, items, `${pointer}/${at}`, depth + 1)) : [];
  }
  const required = new Set(requiredMembers(schema));
  return Object.entries(value as Readonly<Record<string, JsonValue>>).flatMap(([name, inner]) => {
    const place = `${pointer}/${escapePointer(name)}`;
    if (!required.has(name)) return [{ place: 'body' as const, name: place, value: undefined }];
    const [member] = memberSchemas(schema).get(name) ?? [];
    return member ? optionalIn(inner, member, place, depth + 1) : [];
  });
}

const DEEPEST = 4;

/** So many members of a body are looked at. */
const MOST_MEMBERS = 200;

/** Returns the JSON Pointers of all texts and numbers in a body. */
function scalarsIn(value: JsonValue | undefined, pointer: string, depth: number): string[] {
  if (value === undefined || value === null || depth > DEEPEST_SCALAR) return [];
  if (isScalar(value)) return [pointer];
  return Object.entries(value)
    .flatMap(([name, inner]) => scalarsIn(inner as JsonValue, `${pointer}/${escapePointer(name)}`, depth + 1))
    .slice(0, MOST_MEMBERS);
}

const DEEPEST_SCALAR = 8;

function isDigits(text: string): boolean {
  return /^\d+$/.test(text);
}

function isPlainNumber({ schema, types }: Parameter): boolean {
  return (types.includes('integer') || types.includes('number')) && (!schema || isUnbounded([schema]));
}

const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'enum',
  'const',
  'example',
  'examples',
  'default',
];

/** Tells whether schemas are those of a number that the contract says nothing else of. */
function isUnbounded(schemas: readonly Schema[]): boolean {
  return schemas.some((schema) => {
    const types = typesOf(schema);
    if (!types?.has('integer') && !types?.has('number')) return false;
    return facets(schema, true).every((keywords) => BOUNDS.every((bound) => keywords[bound] === undefined));
  });
}

function examplesOf(schema: Schema): JsonValue[] {
  return facets(schema, true).flatMap(({ example, examples, default: usual, enum: few }) =>
    [example, examples, usual, few].flatMap((each) => (each === undefined ? [] : ([each].flat() as JsonValue[]))),
  );
}

function isText(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'number';
}

function textOf(value: Scalar): string {
  return toText(value);
}

function lastOf(name: string): string {
  return unescapePointer(name.slice(name.lastIndexOf('/') + 1));
}

/** Describes changes: "without /a, with /b 1". */
function changesOf(edits: readonly Edit[]): string {
  const gone = edits.filter(({ value }) => value === undefined);
  const set = edits.filter(({ value }) => value !== undefined);
  const texts = [
    ...(gone.length > 0 ? [`without ${listed(gone)}`] : []),
    ...(set.length > 0 ? [`with ${listed(set)}`] : []),
  ];
  return texts.join(', ');
}

/** How many names, and how many characters of a value, the name of a case has. */
const MOST_LISTED = 3;
const LONGEST_SHOWN = 30;

function listed(edits: readonly Edit[]): string {
  const names = edits.slice(0, MOST_LISTED).map(({ name, value }) => {
    return value === undefined || !isScalar(value) ? name : `${name} ${shortened(value)}`;
  });
  const more = edits.length - names.length;
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(' and ');
}

function shortened(value: JsonValue | undefined): string {
  const text = JSON.stringify(typeof value === 'bigint' ? String(value) : value) ?? '';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
