/** Makes the values of answers up, and knows which operations' answers depend on more than the choice of the answer. */

import seedrandom from 'seedrandom';
import type { MutableJson } from '../../../conformance/values/generator';
import type { Contract, DeclaredHeader, Media, Operation } from '../../../src/contract/contract';
import { isObject, type JsonValue } from '../../../src/json/value';
import { isOwnName } from '../../../src/resources/vocabulary/naming';
import { lazy } from '../../../src/support/caching';
import type { ContentMaker } from '../content';
import type { MockedRequest } from '../engine';
import { keyOfSaid, saysSomething, withSaid } from '../lifelike/echo';
import { type ShownContent, textOfField } from '../lifelike/fields';
import { lifelike } from '../lifelike/lifelike';
import type { LocalWords } from '../lifelike/localWords';
import type { Refusal } from '../lifelike/refusal';
import type { Counted } from '../lists/listCounts';
import { leastListed, pageAsked, pageView } from '../lists/pageOfList';
import { bodyAtHome } from '../ownLinks';
import { readRequestBody } from '../requestBody';
import { wholeSchema } from '../wholeSchema';

/** What a value is made for. */
interface MadeFor {
  readonly operation: Operation;
  readonly status: number;
  /** How Prism would make it. */
  readonly mock: { readonly dynamic: boolean; readonly seed?: string };
  /** A request that says something which the value may repeat. */
  readonly request?: MockedRequest | undefined;
  readonly refusal?: Refusal | undefined;
  /** How many things a list has at least. */
  readonly least?: number | undefined;
}

/** Makes the parts of one answer up. */
export interface AnswerMaking {
  /** Makes the content up; undefined if nothing can be suggested. */
  readonly contentOf: (media: Media) => unknown;
  /** Returns of a content that the contract has what the request asks for: of a list the things that it chooses. */
  readonly partOf: (media: Media, given: unknown) => unknown;
  /**
   * Makes the text of a header field up; null if the field is to be left out, undefined if nothing can be suggested.
   * @param media that of the content of the answer; undefined if it has none.
   */
  readonly fieldOf: (
    header: DeclaredHeader,
    media: Media | undefined,
    shown: ShownContent,
  ) => string | null | undefined;
}

interface MadeUp {
  /** Undefined if nothing can be suggested. */
  readonly value?: MutableJson | undefined;
  /** What is true of the list of which the value is a page. */
  readonly counted?: Counted | undefined;
}

export class MakingUp {
  /** The operations whose answers repeat something of the request. */
  private readonly echoing = new Set<Operation>();
  /** The operations whose answers hold a time of now. */
  private readonly timed = new Set<Operation>();

  /**
   * @param now the clock, in milliseconds since 1970. Only tokens depend on it.
   * @param pictures returns where the mock serves pictures, for a client that calls it by a host.
   */
  constructor(
    private readonly contract: Contract,
    private readonly local: LocalWords | undefined,
    private readonly now: () => number,
    private readonly pictures: ((host: string | undefined) => string | undefined) | undefined,
    private readonly contents: () => ContentMaker,
  ) {}

  /** Returns what the answer to a request repeats of it, as a key; undefined if the answer is not to be kept. */
  keyOf(operation: Operation, request: MockedRequest): string | undefined {
    if (this.timed.has(operation)) return undefined;
    if (!this.echoing.has(operation)) return '';
    const said = keyOfSaid(request);
    // What leads to the next page names the host that was asked.
    return said && `${request.headers['host'] ?? ''} ${said}`;
  }

  /** Returns what makes the parts of one answer up. */
  of(made: MadeFor): AnswerMaking {
    let counted: Counted | undefined;
    return {
      contentOf: (media) => {
        const content = this.contentOf(media, made);
        counted = content.counted;
        return content.value;
      },
      partOf: (media, given) => {
        const { operation, status, request } = made;
        const view = request && status < 400 ? pageView(operation, media) : undefined;
        if (!view || !request) return given;
        this.echoing.add(operation);
        const page = pageAsked(given as JsonValue, view, operation, request, true);
        counted = page?.counted;
        return page?.value ?? given;
      },
      fieldOf: (header, media, shown) => this.fieldOf(header, media, { ...shown, counted }, made),
    };
  }

  /** The name of a cookie that lets somebody in. */
  private readonly cookie = lazy(() => {
    const alternatives = this.contract.operations.flatMap(({ security }) => security.alternatives);
    return alternatives.flatMap(({ schemes }) => schemes).find(({ in: where }) => where === 'cookie')?.field;
  });

  private fieldOf(
    header: DeclaredHeader,
    media: Media | undefined,
    shown: ShownContent,
    made: MadeFor,
  ): string | null | undefined {
    const { operation, status, mock, request } = made;
    const { dynamic } = mock;
    const { name, path } = operation;
    const login = request && loginIn(operation, request);
    const random = randomOf(mock, `${name} ${status} ${header.name} ${login ?? ''}`);
    const view = media && status < 400 ? pageView(operation, media) : undefined;
    const counted =
      shown.counted ??
      (view && request && pageAsked(shown.value as JsonValue, view, operation, request, false)?.counted);
    if (request && saysSomething(operation)) this.echoing.add(operation);
    const of = { status, path: request?.path ?? path, shown: { ...shown, counted }, cookie: this.cookie() };
    return textOfField(header, { ...of, random, isVaried: dynamic, local: this.local });
  }

  private contentOf(media: Media, { operation, status, mock, request, refusal, least = 0 }: MadeFor): MadeUp {
    const schema = wholeSchema(media);
    if (!schema) return {};
    const { dynamic } = mock;
    const random = randomOf(mock, `${operation.name} ${status} 0`);
    const now = () => {
      this.timed.add(operation);
      return this.now();
    };
    const handingOut = { now, login: request && loginIn(operation, request) };
    const about = operation.path;
    const pictures = () => {
      // Who calls the mock by another name finds its pictures there.
      if (request) this.echoing.add(operation);
      return this.pictures?.(request?.headers['host']);
    };
    const { local } = this;
    const completed: ContentMaker['completed'] = (part, value) => this.contents().completed(part, value);
    const view = request && status < 400 ? pageView(operation, media) : undefined;
    const many = view ? leastListed(operation) : least;
    const made = lifelike(schema, {
      about,
      random,
      least: many,
      isVaried: dynamic,
      refusal,
      local,
      pictures,
      handingOut,
      completed,
    });
    if (made === undefined || !request || status >= 400) return { value: made };
    const page = view && pageAsked(made, view, operation, request, false);
    const value = (page?.value ?? made) as MutableJson;
    const { counted } = page ?? {};
    const said = saysSomething(operation) ? withSaid(value, schema, operation, request) : value;
    const placed = bodyAtHome(said, { schema, view }, this.contract.operations, operation, request);
    if (placed !== value || saysSomething(operation)) this.echoing.add(operation);
    return { value: placed, counted };
  }
}

/** The same for the same part of an answer, unless the request wants another value each time. */
function randomOf({ dynamic, seed = dynamic ? undefined : '1' }: MadeFor['mock'], part: string): () => number {
  return seed === undefined ? Math.random : seedrandom(`${seed} ${part}`);
}

/** Returns the name with which the body of a request logs in: its `email`, its `username`; undefined if it has none. */
function loginIn(operation: Operation, request: MockedRequest): string | undefined {
  const body = request.bytes.length > 0 ? readRequestBody(operation, request) : undefined;
  const named = isObject(body) ? Object.entries(body).find(([name]) => isOwnName(name)) : undefined;
  return typeof named?.[1] === 'string' && named[1] !== '' ? named[1] : undefined;
}
