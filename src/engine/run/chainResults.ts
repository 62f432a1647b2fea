/** Keeps what later cases of a chain need from earlier answers: names of the things that were made, where they are, and what they held. */

import { isNoSegment } from '../../contract/contract';
import { fieldValues, type Request } from '../../http/message';
import { SAFE_METHODS } from '../../http/methods';
import { isSuccess } from '../../http/statuses';
import type { JsonValue } from '../../json/value';
import { firstListed } from '../../resources/answers/lists';
import { pageSaidBy } from '../../resources/answers/pageSaid';
import { extentOf } from '../../resources/answers/pages';
import { namesOfOnly } from '../../resources/answers/shown';
import { DEGREE, destructiveness } from '../../resources/destructiveness';
import type { Identity } from '../../resources/identity';
import { identify } from '../../resources/identity';
import { isKind, type Kinds } from '../../resources/kinds';
import { expressed } from '../../resources/linkExpressions';
import { idsIn, lastItem, type Thing, thingNamed } from '../../resources/things';
import { lastName, namesIn, withoutNames } from '../../routing/pathTemplate';
import { withField } from '../../serialization/input';
import type { Outcome } from '../../wire/send';
import type { Target } from '../../wire/target';
import { namesSince } from '../ledger/renamed';
import { thingKey } from '../ledger/sightings';
import type { Case, ChainStep, Need } from '../model/case';
import type { Exchange, StepContent } from '../model/exchange';
import { fillInput } from './fillPlaceholders';
import type { KeptAnswer } from './keptAnswer';
import { KeptContent, LONGEST_CONTENT } from './keptContent';
import { type Member, membersOfMade, namedInPath, textAtPointer } from './madeMembers';
import { tagsOf } from './shownTags';

export interface ChainResults {
  /** Returns the case with the values that earlier answers gave; undefined if they never came, or if it would change a thing that is not surely the run's own. */
  fill(each: Case): Case | undefined;
  /** Returns the case with something else in the place of values that never came; undefined if nothing can stand there. */
  fillInstead(each: Case): Case | undefined;
  /** Returns a case that repeats another one as that was sent, or with its key; undefined where that one was not done, or its answer does not name what it made. */
  repeat(each: Case): Case | undefined;
  /** Whether the answer to a case named something. */
  named(each: Case): boolean;
  /** Says why the values that a case needs never came. */
  failed(each: Case): Unmade;
  /**
   * The request for what the `Location` of the answer to another case names, at the target's own origin; undefined where it names nothing there. No
   * other redirect is followed.
   */
  redirect(each: Case, request: Request): Request | undefined;
  /** What a step, or a valid request that sets something, sent and was shown. */
  contentOf(each: Case, request: Request, outcome: Outcome): StepContent | undefined;
  /** Takes note of an exchange. @param planned its case, as it was planned. */
  keep(planned: Case, exchange: Exchange): void;
  /** Says what a case has made where that is known better than by its answer. */
  name(planned: Case, identity: Identity | undefined): void;
  /** Puts the name of what a step made into its exchange, where its answer does not surely say it, and a look has proven it. */
  withProvenName(planned: Case, exchange: Exchange): Exchange;
  /** What the run has given another name, and still knows for its own, is asked for by that name from now on. */
  follow(exchange: Exchange): void;
  /** What came before in the chain of a case. */
  chainOf(each: Case): readonly Exchange[];
}

/** What never came. */
export interface Unmade {
  /** The request that was to give it, and did not; undefined if none was sent. */
  readonly asked: Exchange | undefined;
  /** It named something that is not known to be the run's own. */
  readonly isForeign?: true;
  readonly handOver: readonly string[];
}

const NOTHING = Buffer.alloc(0);

/** The steps whose answers name what they made. */
const MAKING: ReadonlySet<ChainStep> = new Set(['make', 'post', 'assign', 'repeat', 'reuse', 'below']);

/** Keeps the answers of a run that later cases need. */
export class KeptResults implements ChainResults {
  private readonly answers = new Map<Case, KeptAnswer>();
  private readonly chains = new Map<string, Exchange[]>();
  /** The keys of what chains have made. */
  private readonly made = new Set<string>();
  /** By the keys of listed things, the chains that may remove them. */
  private readonly claimed = new Map<string, string>();
  private readonly content = new KeptContent();

  constructor(
    private readonly kinds: Kinds,
    private readonly target: Target,
    private readonly isOwn: (thing: Thing) => boolean,
  ) {}

  fill(each: Case): Case | undefined {
    const { needs, fills } = each.waitsFor ?? {};
    if (!needs && !fills) return each;
    const values: Record<string, string> = { ...each.request.values };
    let { exists } = each.claim;
    this.claim(each);
    const come = this.comeFor(each);
    for (const [parameter, need] of Object.entries(needs ?? {})) {
      const { otherwise } = need;
      const made = come(need);
      const name = made ?? (otherwise && come({ from: otherwise }));
      // Nothing says that what was listed is there still.
      if (made === undefined) exists = false;
      if (typeof name === 'object' || name === undefined) return undefined;
      const value = need.as ? need.as(String(name)) : String(name);
      if (value === undefined || isNoSegment(value)) return undefined;
      values[parameter] = value;
    }
    Object.assign(values, this.placesOfMade(each));
    const input = fillInput(each, come, (need, value) => this.isUnique(need, value));
    return input && { ...each, request: { ...each.request, values, input }, claim: { ...each.claim, exists } };
  }

  fillInstead(each: Case): Case | undefined {
    const { chain: _, waitsFor, ...rest } = each;
    if (!waitsFor?.instead) return undefined;
    const { values, touches } = waitsFor.instead;
    const input = fillInput(each, this.comeFor(each));
    if (!input) return undefined;
    const request = { ...each.request, values: { ...values, ...each.request.values }, input };
    return { ...rest, request, claim: { ...each.claim, exists: false, handedOver: false }, touches };
  }

  repeat(each: Case): Case | undefined {
    const { of, as } = each.waitsFor?.repeats ?? {};
    const answer = of && this.answers.get(of);
    const { status = 0 } = answer?.exchange.response ?? {};
    const isNamed = answer?.isNamed === true || answer?.location !== undefined;
    if (!answer || !isSuccess(status) || status === 202 || !isNamed) return undefined;
    const { request } = answer.exchange.case;
    const { ownKey: field = '', ...own } = request.input;
    const key = own.headers.find(([name]) => name === field)?.[1];
    if (key === undefined) return undefined;
    if (as === 'same') return { ...each, request: { ...each.request, values: request.values, input: own } };
    const { ownKey: _, ...other } = each.request.input;
    return { ...each, request: { ...each.request, values: request.values, input: withField(other, field, key) } };
  }

  named(each: Case): boolean {
    if (this.answers.get(each)?.identity !== undefined) return true;
    const first = each.chain?.step === 'make' ? each.waitsFor?.unless : undefined;
    return first !== undefined && this.named(first);
  }

  redirect({ waitsFor }: Case, request: Request): Request | undefined {
    const located = waitsFor?.located;
    const { location, exchange } = (located && this.answers.get(located)) ?? {};
    if (location === undefined || !exchange) return undefined;
    const base = this.target.origin + exchange.request.path;
    if (!URL.canParse(location, base)) return undefined;
    const { origin, pathname, search } = new URL(location, base);
    return origin === this.target.origin ? { ...request, path: pathname + search } : undefined;
  }

  contentOf(each: Case, request: Request, outcome: Outcome): StepContent | undefined {
    const content = this.valuesOf(each, request, outcome);
    return (
      content && {
        ...content,
        ...this.content.plainOf(each, request, outcome),
        ...tagsOf(each, request, outcome.response),
      }
    );
  }

  private valuesOf(each: Case, request: Request, outcome: Outcome): StepContent | undefined {
    const { operation, values } = each.request;
    const step = each.chain?.step;
    const { response } = outcome;
    if (step === undefined) return this.content.ofSetting(each, request, outcome);
    const kind = this.kinds.madeBy(operation);
    const sent = this.content.valueIn(request.body);
    if (step === 'make' || step === 'repeat' || step === 'reuse') {
      const identity = kind && identify(kind, { case: each, request, response }, this.target.origin);
      const isOfRequest = identity?.source === 'request' ? { isOfRequest: true as const } : {};
      const id = identity && { wanted: identity.text, shown: undefined, of: kind.item, ...isOfRequest };
      return { sent, shown: this.content.valueIn(response?.body), id };
    }
    if (step === 'located') {
      const { identity, thing } = (each.waitsFor?.located && this.answers.get(each.waitsFor.located)) ?? {};
      const shown = textAtPointer(response?.body, identity?.pointer);
      const id = identity && { wanted: identity.text, shown, of: thing?.item };
      return { sent, shown: this.content.valueIn(response?.body), id };
    }
    if (step === 'list') {
      const items = this.kinds.listedBy(operation);
      const extent = items && response ? extentOf(items, operation, response) : undefined;
      const page = response ? pageSaidBy(response) : {};
      return { sent, shown: this.content.valueIn(response?.body), id: undefined, extent, page };
    }
    if (step === 'page') {
      const page = response ? pageSaidBy(response) : {};
      return { sent, shown: this.content.valueIn(response?.body), id: undefined, page };
    }
    const parameter = lastName(operation.path);
    const need = each.waitsFor?.needs?.[parameter];
    const answer = need && this.answerTo(need);
    const named = need?.member === undefined ? answer?.identity : answer?.members?.get(need.member);
    const wanted = values[parameter];
    // The member that named it tells nothing of a thing that is asked for by another of its names.
    const pointer = named?.text === wanted ? named?.pointer : undefined;
    const shown = textAtPointer(response?.body, pointer);
    const id = wanted === undefined ? undefined : { wanted, shown, of: lastItem(operation, this.kinds) };
    return { sent, shown: this.content.valueIn(response?.body), id };
  }

  keep(planned: Case, exchange: Exchange): void {
    const { step, lists } = planned.chain ?? {};
    if (step === undefined && !lists) return;
    const { response } = exchange;
    const trace = { ...exchange, received: NOTHING, response: response && { ...response, body: NOTHING } };
    if (lists) {
      const listed = firstListed(lists, exchange).map((text) => thingNamed(lists, exchange.case.request, text));
      // What another chain has made it is to find as it was.
      const things = [...listed.filter((each) => !this.isOfChain(each)), ...listed.slice(0, 1)];
      const only = response ? namesOfOnly(lists, planned.request.operation, response) : undefined;
      const isOnly = listed.every(({ ids }) => only?.includes(ids.at(-1) ?? ''));
      const found = { ...this.ofListed(things), listed: things, isOnly };
      this.answers.set(planned, { exchange: trace, ...found, location: undefined });
      return;
    }
    const name = planned.touches.thing;
    this.chains.set(name, [...(this.chains.get(name) ?? []), trace]);
    if (step === undefined || !MAKING.has(step)) return;
    const { operation } = planned.request;
    const maker = this.kinds.madeBy(operation);
    const kind = maker ?? (step === 'make' ? this.kinds.ofItem(operation) : undefined);
    const isCreated = response !== null && isSuccess(response.status);
    const [location] = isCreated ? fieldValues(response, 'location') : [];
    const isShort = (response?.body.length ?? 0) <= LONGEST_CONTENT;
    const says = isShort ? expressed(exchange) : new Map<string, JsonValue>();
    const identity = maker ? identify(maker, exchange, this.target.origin) : kind && namedInPath(exchange);
    const thing = kind && identity && thingNamed(kind, exchange.case.request, identity.text);
    if (thing && isCreated) this.made.add(thingKey(thing));
    const members = isShort && isCreated ? membersOfMade(exchange, identity) : new Map<string, Member>();
    const isNamed = identity?.pointer !== undefined;
    this.answers.set(planned, { exchange: trace, identity, isNamed, thing, location, says, members });
  }

  follow(exchange: Exchange): void {
    const { operation, values, method } = exchange.case.request;
    const kind = this.kinds.ofItem(operation);
    if (operation.safe || method !== undefined || !kind || exchange.response === null) return;
    const asked = { item: kind.item, ids: idsIn(operation.path, values) };
    // An answer that shows the name that was asked for says that nothing has another one.
    const shown = isKind(kind) ? identify(kind, exchange, this.target.origin) : undefined;
    if (shown?.text === asked.ids.at(-1)) return;
    const [renamed] = namesSince(kind, asked, exchange, this.target.origin);
    if (!renamed || !this.isOwn(renamed)) return;
    for (const [planned, answer] of this.answers) {
      const { thing, identity } = answer;
      if (thing?.item !== asked.item || !asked.ids.every((id, at) => id === thing.ids[at])) continue;
      const text = renamed.ids.at(-1) ?? '';
      this.answers.set(planned, { ...answer, thing: renamed, identity: { pointer: identity?.pointer, text } });
    }
  }

  name(planned: Case, identity: Identity | undefined): void {
    const answer = this.answers.get(planned);
    const kind = this.kinds.madeBy(planned.request.operation);
    if (!answer || !kind || !identity) return;
    const thing = thingNamed(kind, answer.exchange.case.request, identity.text);
    this.made.add(thingKey(thing));
    this.answers.set(planned, { ...answer, identity, thing });
  }

  withProvenName(planned: Case, exchange: Exchange): Exchange {
    const { content } = exchange;
    const { identity, thing } = this.answers.get(planned) ?? {};
    if (!content || content.id || planned.chain?.step !== 'make' || !identity || !thing || !this.isOwn(thing))
      return exchange;
    const id = { wanted: identity.text, shown: undefined, of: thing.item, isProven: true as const };
    return { ...exchange, content: { ...content, id } };
  }

  private ofListed([thing]: readonly Thing[]): Pick<KeptAnswer, 'identity' | 'thing' | 'isOfChain'> {
    const identity = thing && { text: thing.ids.at(-1) ?? '', pointer: undefined };
    return { identity, thing, isOfChain: thing !== undefined && this.isOfChain(thing) };
  }

  /**
   * Sees to it that what is listed serves one chain that removes it: a second one takes another thing of the list, or names none. Otherwise nobody
   * could tell what a request of the one did from what the other did.
   */
  private claim(each: Case): void {
    const { operation, method } = each.request;
    if (destructiveness(operation) < DEGREE.removes || method !== undefined) return;
    const { thing: chain } = each.touches;
    for (const { from, otherwise, isFixed } of Object.values(each.waitsFor?.needs ?? {})) {
      if (isFixed) continue;
      const list = from.chain?.lists ? from : otherwise;
      const answer = list && this.answers.get(list);
      if (!list || !answer?.listed) continue;
      const isFree = (thing: Thing) => (this.claimed.get(thingKey(thing)) ?? chain) === chain;
      const free = answer.listed.filter(isFree);
      if (free[0] !== answer.thing) this.answers.set(list, { ...answer, ...this.ofListed(free) });
      if (free[0]) this.claimed.set(thingKey(free[0]), chain);
    }
  }

  private isOfChain(thing: Thing): boolean {
    return this.made.has(thingKey(thing));
  }

  chainOf({ touches }: Case): readonly Exchange[] {
    return this.chains.get(touches.thing) ?? [];
  }

  failed(each: Case): Unmade {
    const { needs = {}, fills = [] } = each.waitsFor ?? {};
    const inBody = fills.flatMap(({ place, isNeeded }) => (isNeeded && typeof place === 'object' ? [place] : []));
    const all = [...Object.values(needs), ...inBody];
    const asked = all.map((need) => {
      const { from } = need;
      const answer = this.answerTo(need)?.identity ? this.answerTo(need) : this.answers.get(from);
      // What was not asked itself lacked something.
      return answer ? (answer.identity ? undefined : answer.exchange) : this.failed(from).asked;
    });
    const foreign = all.find((need) => this.comeOf(need) !== undefined && this.comeFor(each)(need) === undefined);
    const handOver = all.flatMap((need) => need.handOver ?? []);
    const vain = asked.find((exchange) => exchange !== undefined);
    const unproven = vain ? undefined : foreign && this.answerTo(foreign)?.exchange;
    return {
      asked: vain ?? unproven,
      ...(unproven ? { isForeign: true as const } : {}),
      handOver: [...new Set(handOver)],
    };
  }

  /** What the case that named something was answered, or else the first one. */
  private answerTo({ from, second }: Pick<Need, 'from' | 'second'>): KeptAnswer | undefined {
    const first = this.answers.get(from);
    const other = second && !first?.identity ? this.answers.get(second) : undefined;
    return other?.identity ? other : first;
  }

  private comeOf(need: Need): JsonValue | undefined {
    const { expression, member } = need;
    const answer = this.answerTo(need);
    if (member !== undefined) return answer?.members?.get(member)?.text;
    return expression === undefined ? answer?.identity?.text : answer?.says?.get(expression);
  }

  /**
   * What a thing lies in, where its maker was sent elsewhere than planned: `/users/7/notes/3` of a note that was made below user 7, since below
   * another user it was refused.
   */
  private placesOfMade({ request: { operation }, waitsFor }: Case): Record<string, string> {
    const last = lastName(operation.path);
    const need = waitsFor?.needs?.[last];
    const answer = need && need.member === undefined && need.expression === undefined && this.answerTo(need);
    const { thing } = answer || {};
    const names = namesIn(operation.path);
    if (thing?.item !== withoutNames(operation.path) || thing.ids.length !== names.length) return {};
    const { request, waitsFor: { needs = {} } = {} } = need?.from ?? {};
    const before = namesIn(request?.operation.path ?? '').map((name) => needs[name]?.from);
    // What the case itself puts there, such as a value of another type, or another thing, stays.
    const isSame = (name: string, at: number) => {
      const own = waitsFor?.needs?.[name];
      return own !== undefined && own.as === undefined && own.from === before[at];
    };
    const above = names
      .slice(0, -1)
      .map((name, at) => (isSame(name, at) ? [[name, thing.ids[at] ?? ''] as const] : []));
    return Object.fromEntries(above.flat());
  }

  private isMade(need: Need): boolean {
    const thing = this.answerTo(need)?.thing;
    return thing !== undefined && this.isOwn(thing);
  }

  /** What is unique to a thing of the run's own: its name, and the texts that it was made with. */
  private isUnique(need: Need, value: JsonValue): boolean {
    const texts = [need.from, need.second].flatMap((each) => Object.values(each?.request.input.like ?? {}));
    const isName = String(value) === this.answerTo(need)?.identity?.text;
    // Others know what was listed, too.
    return (
      this.isMade(need) &&
      !need.from.chain?.lists &&
      (isName || texts.some((text) => typeof value === 'string' && value.includes(text)))
    );
  }

  /** What may be put into a request: anything into one that changes nothing. */
  private comeFor({ request: { operation, method } }: Case): (need: Need) => JsonValue | undefined {
    const isSafe = method === undefined ? operation.safe : SAFE_METHODS.has(method);
    return (need: Need) => {
      const come = this.comeOf(need);
      // Others may have the same value of a member that the run did not make like no other.
      const mayUse = this.isMade(need) && (need.member === undefined || this.isUnique(need, come ?? ''));
      const isFree = !this.answerTo(need)?.isOfChain;
      const isOnly = need.isFixed && this.answerTo(need)?.isOnly;
      return isSafe || need.mayBeOthers || isOnly || (mayUse && isFree) ? come : undefined;
    };
  }
}
