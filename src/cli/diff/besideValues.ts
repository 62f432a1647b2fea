/**
 * Finds what two contracts say otherwise beside the values: what is deprecated, which default a value has, how alternatives are told apart, how
 * parts are encoded, where tokens are issued, formats that nobody judges. No value shows it, so it is told as it is written, as a sentence that has
 * no rule, no level and no waiver.
 */

import { type Clause, placeOf } from '../../contract/clause';
import type { Media, Operation, SecurityScheme } from '../../contract/contract';
import type { Keywords } from '../../contract/dialects/dialect';
import { APPLICATORS } from '../../contract/schema/applicators';
import { hasCovered } from '../../contract/schema/coveredBranches';
import { withNullMeant } from '../../contract/schema/evaluation';
import { memberSchemasOf, typesOf } from '../../contract/schema/facets';
import { isBinding, isTextFormat, RANGES } from '../../contract/schema/formats';
import { clauseOf, type Direction, endOf, isSchema, keywordsOf, type Schema } from '../../contract/schema/schema';
import { flowOfSwagger } from '../../contract/security';
import { mediaKind } from '../../http/mediaType';
import { canonical, isEqual } from '../../json/equality';
import { isObject } from '../../json/value';
import { mediaOf } from '../../serialization/readBody';
import { fieldStyle } from '../../serialization/writeParameter';
import { BesideMembers } from './besideMembers';
import { besideParts, ofDeclaration, partsAdded } from './besideParts';
import { discriminatorNotes, extensionNotes } from './discriminators';
import { isNullUnread } from './nullAsMeant';
import { createSameAsMeant, PROSE_AND_NAMES } from './sameSchemas';
import { heldPairs } from './schemaPairs';
import { doesExplodeMatter } from './writings';

/** Looks at the operations of two contracts. What several of them share is told once, at the first. */
export class BesideValues {
  readonly notes: string[] = [];
  /** What the new contract declares beside what it breaks: parameters, header fields and members that may be left out, each as a sentence. */
  readonly added: string[] = [];
  private readonly members = new BesideMembers();
  private readonly seen = { xml: new Map<Schema, Set<Schema>>(), other: new Map<Schema, Set<Schema>>() };
  private readonly told = new Set<string>();
  private readonly same = createSameAsMeant();

  /** @param name under which the operation is told. */
  compare(before: Operation, now: Operation, name = before.name): void {
    for (const note of besideParts(before, now)) this.tell(`${name}: ${note}.`);
    if (now.deprecated && !before.deprecated)
      this.tell(`${name} is deprecated now${now.sunset === undefined ? '' : `, and is to end on ${now.sunset}`}.`);
    if (before.deprecated && !now.deprecated) this.tell(`${name} is not deprecated any more.`);
    if (before.deprecated && now.deprecated && before.sunset !== now.sunset)
      this.tell(
        `${name} is to end on ${now.sunset ?? 'no day that is said'}, and was to end on ${before.sunset ?? 'none'}.`,
      );
    for (const one of before.parameters) {
      const other = now.parameters.find((each) => each.in === one.in && each.name === one.name);
      if (other) this.compareSchemas(`${name}: the ${one.in} parameter ${one.name}`, one.schema, other.schema);
    }
    for (const part of partsAdded(before, now)) this.added.push(`${name}: ${part} is new.`);
    this.compareMedia(`${name}: the body`, before.requestBody?.media ?? [], now.requestBody?.media ?? [], 'request');
    for (const one of before.responses) {
      const other = now.responses.find(({ status }) => status === one.status);
      if (other) this.compareMedia(`${name}: the answer ${one.status}`, one.media, other.media, 'response');
    }
    this.compareSchemes(before, now);
  }

  private compareMedia(part: string, before: readonly Media[], now: readonly Media[], direction: Direction): void {
    for (const one of before) {
      const other = mediaOf(now, one.type);
      if (!other || one.defect || other.defect) continue;
      const where = `${part} (${one.type})`;
      this.compareEncodings(where, one, other);
      const kind = mediaKind(one.type) === 'xml' ? 'xml' : 'other';
      this.compareSchemas(where, one.schema, other.schema, kind);
      this.compareSchemas(where, one.itemSchema, other.itemSchema, kind);
      this.compareMembers(where, one.schema, other.schema, direction);
      this.compareMembers(where, one.itemSchema, other.itemSchema, direction);
    }
  }

  private compareEncodings(where: string, before: Media, now: Media): void {
    for (const name of new Set([...before.encodings.keys(), ...now.encodings.keys()])) {
      const [one, other] = [before, now].map(({ encodings }) => encodings.get(name)?.contentType);
      if (one !== other)
        this.tell(
          `${where}: the part ${name} is of the type ${other ?? 'that its value has'}, and was of ${one ?? 'that'}.`,
        );
      const [style, styleNow] = [before, now].map((media) => inStyle(name, media));
      if (style !== styleNow)
        this.tell(`${where}: the field ${name} is written ${styleNow}, and was written ${style}.`);
    }
  }

  private compareMembers(
    where: string,
    before: Schema | undefined,
    now: Schema | undefined,
    direction: Direction,
  ): void {
    if (!before || !now) return;
    for (const { name, at, isNew } of this.members.compare(before, now, direction)) {
      if (isNew) this.tell(`${where}: the member ${name} is new ${at}`, `${at} ${name}`, this.added);
      else this.tell(`${where}: the member ${name} is not declared any more ${at}`, `${at} ${name}`);
    }
  }

  /** Walks both schemas together, each pair once. */
  private compareSchemas(
    where: string,
    before: Schema | undefined,
    now: Schema | undefined,
    kind: 'xml' | 'other' = 'other',
  ): void {
    if (!before || !now) return;
    const left: (readonly [Schema, Schema])[] = [[before, now]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [one, other] = [endOf(next[0]), endOf(next[1])];
      const others = this.seen[kind].get(one) ?? new Set();
      if (one === other || others.has(other)) continue;
      this.seen[kind].set(one, others.add(other));
      const [mine, theirs] = [keywordsOf(one), keywordsOf(other)];
      if (typeof mine === 'boolean' || typeof theirs === 'boolean') continue;
      const keywords = kind === 'xml' ? [...TOLD, 'xml' as const] : TOLD;
      this.compareKeywords(where, keywords, [one, mine], [other, theirs]);
      const at = places(clauseOf(one, 'discriminator'), clauseOf(other, 'discriminator'));
      for (const note of [...discriminatorNotes(mine, theirs), ...extensionNotes(one, other)])
        this.tell(`${where}: ${note} ${at}`, `${at} ${note}`);
      for (const [name, { holds }] of APPLICATORS) left.push(...schemaPairs(holds, mine[name], theirs[name]));
    }
  }

  private compareKeywords(
    where: string,
    keywords: readonly ToldKeyword[],
    [one, mine]: Described,
    [other, theirs]: Described,
  ): void {
    for (const keyword of keywords) {
      const [before, now] = [toldValue(keyword, mine), toldValue(keyword, theirs)];
      if (isEqual(before ?? null, now ?? null)) continue;
      const at = places(clauseOf(one, keyword), clauseOf(other, keyword));
      // What is judged is told elsewhere, and is what the other format became.
      const [said, saidNow] = keyword === 'format' ? [mine[keyword], theirs[keyword]] : [before, now];
      this.tell(`${where}: ${wordsFor(keyword, said, saidNow)} ${at}`, at);
    }
    const [isMeant, isMeantNow] = [isNullUnread(one), isNullUnread(other)];
    if (isMeant !== isMeantNow && !typesOf(isMeant ? other : one)?.has('null')) {
      const at = places(clauseOf(one, 'nullable'), clauseOf(other, 'nullable'));
      this.tell(`${where}: ${wordsFor('nullable', isMeant || undefined, isMeantNow || undefined)} ${at}`, at);
    }
    if (hasCovered(other) && !hasCovered(one)) {
      // Values of both satisfy two alternatives, which `oneOf` refuses to the letter; few mean that.
      const at = places(clauseOf(one, 'oneOf'), clauseOf(other, 'oneOf'));
      this.tell(
        `${where}: an alternative of \`oneOf\` takes all that another one takes, whose values satisfy two of them ${at}`,
        at,
      );
    }
    this.compareOpenAlternatives(where, [one, mine], [other, theirs]);
    const [listed, listedNow] = [openValues(mine), openValues(theirs)];
    if (!listed || !listedNow) return;
    const gone = listed.filter((value) => !listedNow.some((each) => isEqual(each, value)));
    const at = places(clauseOf(one, 'anyOf'), clauseOf(other, 'anyOf'));
    if (gone.length > 0)
      this.tell(
        `${where}: ${gone
          .slice(0, MOST_VALUES)
          .map((each) => canonical(each))
          .join(', ')} ${gone.length === 1 ? 'is' : 'are'} not listed any more, though any text is allowed ${at}`,
        at,
      );
  }

  /** Where an alternative takes any value, no value shows what the others say. */
  private compareOpenAlternatives(where: string, [one, mine]: Described, [other, theirs]: Described): void {
    for (const keyword of ['anyOf', 'oneOf']) {
      const [branches, branchesNow] = [mine[keyword], theirs[keyword]];
      if (![branches, branchesNow].every((all) => Array.isArray(all) && all.filter(isSchema).some(takesAnything)))
        continue;
      const gone = (branches as readonly Schema[]).find(
        (branch) => !(branchesNow as readonly Schema[]).some((each) => this.same(branch, each)),
      );
      if (!gone) continue;
      const at = places(clauseOf(one, keyword), clauseOf(other, keyword));
      this.tell(
        `${where}: an alternative of \`${keyword}\` says something else, beside one that takes any value ${at}`,
        at,
      );
    }
  }

  private compareSchemes(before: Operation, now: Operation): void {
    const [old, current] = [schemesOf(before), schemesOf(now)];
    for (const [name, one] of old) {
      const other = current.get(name);
      if (!other) continue;
      this.compareDeclarations(`The security scheme ${name}`, one.declaration, other.declaration);
      const [flows, flowsNow] = [one.issuer?.flows ?? [], other.issuer?.flows ?? []];
      for (const flow of flows) {
        const same = flowsNow.find((each) => each.name === flow.name);
        if (!same) this.tell(`The security scheme ${name} has no flow ${flow.name} any more.`);
        else if (same.tokenUrl !== flow.tokenUrl)
          this.tell(
            `The security scheme ${name} issues tokens of the flow ${flow.name} at ${same.tokenUrl}, and did at ${flow.tokenUrl}.`,
          );
      }
      for (const flow of flowsNow)
        if (!flows.some((each) => each.name === flow.name))
          this.tell(`The security scheme ${name} has a new flow, ${flow.name}.`);
      const [url, urlNow] = [one.issuer?.discoveryUrl, other.issuer?.discoveryUrl];
      if (url !== urlNow)
        this.tell(`The security scheme ${name} is described at ${urlNow ?? 'no URL'}, and was at ${url ?? 'none'}.`);
    }
  }

  private compareDeclarations(scheme: string, before: unknown, now: unknown): void {
    const told = ['deprecated', 'bearerFormat', 'oauth2MetadataUrl'];
    const [flows, flowsNow] = [flowsOf(before), flowsOf(now)];
    const notes = [
      ...ofDeclaration(scheme, before, now, told),
      ...Object.keys(flows)
        .filter((flow) => flowsNow[flow] !== undefined)
        .flatMap((flow) =>
          ofDeclaration(`${scheme}, flow ${flow}`, flows[flow], flowsNow[flow], ['authorizationUrl', 'refreshUrl']),
        ),
    ];
    for (const note of notes) this.tell(`${note}.`);
  }

  private tell(note: string, key = note, to = this.notes): void {
    if (!this.told.has(key)) to.push(note);
    this.told.add(key);
  }
}

/** Returns the flows of a security scheme as they are written, under the names of OpenAPI 3: one of Swagger 2.0 stands in the scheme itself. */
function flowsOf(declared: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(declared)) return {};
  const { flow, flows } = declared as Readonly<Record<string, unknown>>;
  if (typeof flow === 'string') return { [flowOfSwagger(flow)]: declared };
  return isObject(flows) ? (flows as Readonly<Record<string, unknown>>) : {};
}

type Described = readonly [schema: Schema, keywords: Keywords];

/** At most this many values of a list are named. */
const MOST_VALUES = 5;

/** Keywords that no value breaks, and that a client may go by. */
const TOLD = ['default', 'deprecated', 'format', 'contentEncoding', 'contentMediaType', 'contentSchema'] as const;

type ToldKeyword = (typeof TOLD)[number] | 'xml';

/** OpenAPI 3.0 says by two formats what 3.1 says by keywords of JSON Schema (OpenAPI 3.1 §4.4.2): `byte` is base64, `binary` is any bytes. */
const SAID_BY_FORMAT: Readonly<Record<string, readonly [keyword: ToldKeyword, value: string]>> = {
  byte: ['contentEncoding', 'base64'],
  binary: ['contentMediaType', 'application/octet-stream'],
};

function toldValue(keyword: ToldKeyword, keywords: Keywords): unknown {
  const value = keywords[keyword];
  if (keyword === 'deprecated') return value === true ? true : undefined;
  if (isSchema(value)) return endOf(value).place.value;
  const format = String(keywords['format']);
  const [saidBy, said] = SAID_BY_FORMAT[format] ?? [];
  if (keyword === saidBy) return value ?? said;
  return keyword === 'format' && (saidBy !== undefined || isJudged(format)) ? undefined : value;
}

/** The other comparisons tell of formats that values break. */
function isJudged(format: string): boolean {
  return isBinding(format) || (isTextFormat(format) && format !== 'byte') || Object.hasOwn(RANGES, format);
}

function wordsFor(keyword: ToldKeyword | 'nullable', before: unknown, now: unknown): string {
  if (keyword === 'deprecated') return now === true ? 'a part is deprecated now' : 'a part is not deprecated any more';
  const told = (value: unknown) => (value === undefined ? 'nothing' : cut(canonical(value)));
  return `\`${keyword}\` says ${told(now)}, and said ${told(before)}`;
}

const LONGEST = 120;

function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

function places(before: Clause, now: Clause): string {
  return `(${placeOf(before)} → ${placeOf(now)})`;
}

function schemaPairs(...held: Parameters<typeof heldPairs>): (readonly [Schema, Schema])[] {
  const { pairs = [] } = heldPairs(...held) ?? {};
  return pairs.flatMap(([one, other]) => (isSchema(one) && isSchema(other) ? [[one, other] as const] : []));
}

/** Tells whether a schema says nothing that limits a value. */
function takesAnything(schema: Schema): boolean {
  const keywords = keywordsOf(endOf(withNullMeant(schema)));
  return (
    keywords === true ||
    (typeof keywords === 'object' && Object.keys(keywords).every((name) => PROSE_AND_NAMES.has(name)))
  );
}

/** Returns the values that a schema lists beside any text: `anyOf: [{type: string}, {enum: [a, b]}]`. Undefined if it is no such list. */
function openValues({ anyOf }: Keywords): readonly unknown[] | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const branches = anyOf.filter(isSchema).map((branch) => keywordsOf(endOf(branch)));
  const isAnyText = (keywords: Keywords | boolean) =>
    typeof keywords === 'object' && keywords['type'] === 'string' && !('enum' in keywords) && !('const' in keywords);
  if (!branches.some(isAnyText)) return undefined;
  const listed = branches.flatMap((keywords) =>
    typeof keywords === 'object' && Array.isArray(keywords['enum']) ? (keywords['enum'] as unknown[]) : [],
  );
  return listed.length > 0 ? listed : undefined;
}

function inStyle(name: string, { encodings, schema }: Media): string {
  const { style, explode, allowReserved } = fieldStyle(name, encodings.get(name));
  const types = schema && memberSchemasOf(schema, name).map(typesOf);
  const isScalar = types?.some((each) => each && !doesExplodeMatter(style, each)) === true;
  return `in the style ${style}${explode && !isScalar ? ', exploded' : ''}${allowReserved ? ', with reserved characters' : ''}`;
}

function schemesOf({ security }: Operation): ReadonlyMap<string, SecurityScheme> {
  return new Map(
    security.alternatives.flatMap(({ schemes }) => schemes.map((scheme) => [scheme.name, scheme] as const)),
  );
}
