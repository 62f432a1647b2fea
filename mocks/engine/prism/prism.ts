/** The engine of the mock: Prism, which is given one operation at a time. An operation is converted when it is first asked for. */

import { factory } from '@stoplight/prism-core/dist/factory';
import type { IHttpConfig, IHttpMockConfig, IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
import mocker from '@stoplight/prism-http/dist/mocker';
import { NO_METHOD_MATCHED_ERROR, NO_PATH_MATCHED_ERROR } from '@stoplight/prism-http/dist/router/errors';
import { ProblemJsonError } from '@stoplight/prism-http/dist/types';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest';
import type { IHttpOperation } from '@stoplight/types';
import { type Either, isLeft, left, right } from 'fp-ts/Either';
import seedrandom from 'seedrandom';
import { type Contract, declaredResponse, type Media, type Operation } from '../../../src/contract/contract';
import { bundle } from '../../../src/contract/document/bundle';
import { bareType, mediaKind } from '../../../src/http/mediaType';
import type { JsonValue } from '../../../src/json/value';
import { readBody } from '../../../src/serialization/readBody';
import {
  isUnauthorised,
  type RequestViolation,
  requestViolations,
  UNAUTHORISED,
} from '../../../src/serialization/requestViolations';
import { createRecent, lazy } from '../../../src/support/caching';
import { createAnswersAgain, createKeptAnswers, prefers } from '../answerCache';
import type {
  Answer,
  AnswerChoice,
  Engine,
  GivenContent,
  ListedOperation,
  MockedRequest,
  Sample,
  ShownOperation,
} from '../engine';
import { pageIn } from '../lifelike/counts';
import { keyOfSaid, saysSomething, withSaid } from '../lifelike/echo';
import { lifelike } from '../lifelike/lifelike';
import type { LocalWords } from '../lifelike/localWords';
import { type Refusal, refusalOf } from '../lifelike/refusal';
import { nearestPath } from '../nearestPath';
import { isAcceptable } from '../negotiate';
import { undeclaredRefusal } from '../notThere';
import { isAdmitted } from '../security';
import {
  hasExampleNamed,
  malformedPreference,
  undeclaredStatus,
  unknownExample,
  unknownWord,
} from '../unknownPreferences';
import { type Frame, frameOf, toAnswer, toProblem } from './answer';
import { convert, type Document } from './operation';
import { toDiagnostic, toPrism } from './request';
import { type Mocked, refusalBy, withoutPrism } from './withoutPrism';

export interface EngineOptions {
  /** Whether answers are generated from their schemas; otherwise they are examples, where there are any. */
  readonly dynamic: boolean;
  /** The seed that makes generated answers repeatable. */
  readonly seed: number | undefined;
  /** The words of the language in which names and addresses are made up; undefined for English. */
  readonly local?: LocalWords | undefined;
  /** Whether requests need the credentials that the contract asks for. */
  readonly security: boolean;
}

/** Makes the engine that answers for the operations of a contract. */
export async function createEngine(contract: Contract, options: EngineOptions): Promise<Engine> {
  const document = (await bundle(contract)) as Document;
  await configureMakingUp(document);
  return new PrismEngine(contract, document, options);
}

/** How many operations are kept as Prism takes them. Each takes 20 KB or more. */
const MOST_PREPARED = 100;

class PrismEngine implements Engine {
  /** How Prism makes an answer, if nothing else is asked for. */
  private readonly defaults: Mocking;
  private readonly config: IHttpMockConfig;
  private readonly prism: ReturnType<typeof createPrism>;
  /** The operations that were converted for Prism last. Their answers are kept, so most are needed a few times, one after the other. */
  private readonly prepared = createRecent<Operation, IHttpOperation>(MOST_PREPARED);
  /** Answers that are the same each time. */
  private readonly kept = createKeptAnswers<Answer>(({ body }) => body?.length ?? 0);
  /** What Prism makes of requests that break the contract, by what is wrong with them. */
  private readonly refusals = new Map<Operation, Map<Wrong, Either<Error, Mocked>>>();
  /** Answers into which a value of the state is put. */
  private readonly frames = createKeptAnswers<Frame>(() => 0);
  private readonly again = createAnswersAgain();
  /** What makes contents that are the same each time. */
  private readonly fixed: () => ReturnType<typeof contentsOf>;
  /** What makes contents that differ from answer to answer. */
  private readonly varied: () => ReturnType<typeof contentsOf>;
  /** The operations whose answers repeat something of the request. */
  private readonly echoing = new Set<Operation>();

  constructor(
    private readonly contract: Contract,
    readonly document: Document,
    private readonly options: EngineOptions,
  ) {
    const { dynamic, seed } = options;
    this.defaults = { dynamic, ...(seed === undefined ? {} : { seed: String(seed) }) };
    this.config = { ...PRISM_CONFIG, mock: this.defaults };
    this.prism = createPrism(this.config);
    this.fixed = lazy(() => contentsOf(seed, false));
    this.varied = lazy(() => contentsOf(seed, true));
  }

  answer(operation: Operation, mocked: MockedRequest, choose: () => AnswerChoice): Answer | Promise<Answer> {
    try {
      const answered = this.answerOrThrow(operation, mocked, choose);
      return answered instanceof Promise ? answered.catch((error: Error) => toProblem(error)) : answered;
    } catch (error) {
      return toProblem(error as Error);
    }
  }

  compose(operation: Operation, status: number, given?: GivenContent): Answer {
    const headers = given ? { 'Content-type': given.type } : {};
    const output = { statusCode: status, headers, ...(given ? { body: given.value } : {}) };
    const example = given && 'default';
    return toAnswer(operation, this.fixed, {
      output,
      violations: [],
      example,
      accept: undefined,
      isExample: () => false,
      held: undefined,
    });
  }

  examplesOf(operation: Operation, status: number, name: string): readonly GivenContent[] {
    const contents = responseIn(this.prepare(operation), status)?.contents ?? [];
    return contents.flatMap(({ mediaType, examples = [] }) => {
      const example = examples.find(({ key }) => key === name);
      return example && 'value' in example ? [{ type: mediaType, value: example.value }] : [];
    });
  }

  samples(operation: Operation, status: number, media: Media): Promise<readonly Sample[]> {
    return this.samplesOrReject(operation, status, media).catch(() => []);
  }

  undeclaredRefusal(operation: Operation, status: number, path: string): Answer {
    return undeclaredRefusal(this.contract.operations, operation, status, path);
  }

  listed(): readonly ListedOperation[] {
    return forPage().listOperations(this.contract, this.document);
  }

  shown(operation: Operation): ShownOperation {
    return forPage().showOperation(operation, this.document);
  }

  unknownPath(path: string): Answer {
    const { operations, file } = this.contract;
    const meant = nearestPath(path, operations);
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return toProblem(ProblemJsonError.fromTemplate(NO_PATH_MATCHED_ERROR, `${file} has no path ${path}.${hint}`));
  }

  unknownMethod(path: string, method: string, allowed: readonly string[]): Answer {
    const detail = `${this.contract.file} has no ${method.toUpperCase()} of ${path}. It has ${allowed.join(', ')}.`;
    return toProblem(
      ProblemJsonError.fromTemplate(NO_METHOD_MATCHED_ERROR, detail, { headers: { Allow: allowed.join(', ') } }),
    );
  }

  private prepare(operation: Operation): IHttpOperation {
    return this.prepared(operation, () => convert(this.document, operation));
  }

  private async ask(operation: Operation, request: JudgedRequest, mock: Mocking): Promise<Either<Error, Mocked>> {
    try {
      const resource = this.prepare(operation);
      const result = await this.prism.request(request, [resource], { ...this.config, mock } as IHttpConfig)();
      if (isLeft(result)) return result;
      const { output } = result.right;
      return right({ output, exampled: exampledIn(resource, output.statusCode) });
    } catch (error) {
      return left(error as Error);
    }
  }

  /** Answers a request at once if the answer is kept, and else with Prism. */
  private answerOrThrow(
    operation: Operation,
    mocked: MockedRequest,
    choose: () => AnswerChoice,
  ): Answer | Promise<Answer> {
    const violations = requestViolations(operation, mocked, 'strict');
    if (this.options.security && !isAdmitted(operation, mocked)) violations.unshift(UNAUTHORISED);
    const isRefused = violations.length > 0 && !this.options.dynamic && !prefers(mocked);
    if (isRefused) return this.refuse(operation, mocked, violations);
    if (violations.length > 0 || prefers(mocked)) return this.makeWithPrism(operation, mocked, violations, choose);
    const chosen = choose();
    if (chosen.answer) return chosen.answer;
    const { accept } = mocked.headers;
    const said = this.echoing.has(operation) ? keyOfSaid(mocked) : '';
    const known = chosen.turn || said === undefined ? undefined : this.kept.of(operation, chosen, accept, said);
    if (known) return known;
    const frame = chosen.turn && this.frames.of(operation, chosen, accept);
    if (chosen.turn && frame) return frame(chosen.turn);
    return this.makeWithPrism(operation, mocked, violations, () => chosen).then((answer) => {
      const isSame = !this.options.dynamic && !chosen.turn;
      const repeated = this.echoing.has(operation) ? keyOfSaid(mocked) : '';
      if (isSame && repeated !== undefined) this.kept.keep(operation, chosen, accept, answer, repeated);
      return answer;
    });
  }

  /** Makes an answer with Prism. */
  private async makeWithPrism(
    operation: Operation,
    mocked: MockedRequest,
    violations: readonly RequestViolation[],
    choose: () => AnswerChoice,
  ): Promise<Answer> {
    const request: JudgedRequest = { ...toPrism(mocked), violations };
    const preferences = getHttpConfigFromRequest(request);
    if (isLeft(preferences)) return toProblem(malformedPreference(preferences.left));
    const unknown = unknownWord(operation, mocked.headers['prefer']);
    if (unknown) return toProblem(unknown);
    const valid = violations.length === 0;
    const own = preferences.right;
    const choice = valid && own.code === undefined && own.exampleKey === undefined ? choose() : {};
    // A request for what is made up is not answered with what is held.
    const chosen = own.dynamic === true && choice.turn ? {} : choice;
    if (chosen.answer) return chosen.answer;
    const { code = chosen.status, exampleKey: example = chosen.example, ...preferred } = own;
    if (valid && code !== undefined && !declaredResponse(operation, code))
      return toProblem(undeclaredStatus(operation, code));
    if (valid && example !== undefined && !hasExampleNamed(operation, code, example))
      return toProblem(unknownExample(operation, code, example));
    const dynamic = chosen.example === undefined ? preferred.dynamic : false;
    const mock: Mocking = { ...this.defaults, ...definedOf({ ...preferred, code, exampleKey: example, dynamic }) };
    const { accept: accepted } = mocked.headers;
    let result = await this.ask(operation, request, mock);
    if (isFailure(result) && mock.dynamic) result = await this.ask(operation, request, { ...mock, dynamic: false });
    if (isLeft(result) && valid && example !== undefined) return toProblem(unknownExample(operation, code, example));
    if (isLeft(result) && isUnacceptable(result.left) && isAcceptable(operation, code, accepted))
      result = left(new Error('Prism knows no ranges of types'));
    const has406 = isLeft(result) && isUnacceptable(result.left) && declaredResponse(operation, 406) !== undefined;
    // If the contract declares a 406, the answer is as declared, in one of its types.
    if (has406) result = await this.ask(operation, { ...request, headers: {} }, { ...mock, code: 406 });
    const accept = has406 ? undefined : accepted;
    if (isLeft(result) && !isFailure(result)) return toProblem(result.left, operation.security);
    const given = isFailure(result) ? withoutPrism(operation, violations, has406 ? 406 : code, accept) : result;
    if (isLeft(given)) return toProblem(given.left, operation.security);
    const { output, exampled } = given.right;
    const isExample = ({ declared }: Media) => !mock.dynamic && exampled.has(declared);
    const { turn } = chosen;
    if (turn) {
      let namesPath = false;
      const whichPath = () => {
        namesPath = true;
        return mocked.path;
      };
      const refusal = output.statusCode < 400 ? undefined : refusalOf(output.statusCode, whichPath, violations);
      const madeUp = (media: Media) => this.madeUp(operation, output.statusCode, media, mock, undefined, refusal);
      const frame = frameOf(operation, this.fixed, { output, accept, isExample, madeUp }, this.again);
      const answer = frame(turn);
      if (!mock.dynamic && !namesPath) this.frames.keep(operation, chosen, accepted, frame);
      return answer;
    }
    const contents = mock.dynamic ? this.varied : this.fixed;
    const held = undefined;
    const refusal = output.statusCode < 400 ? undefined : refusalOf(output.statusCode, () => mocked.path, violations);
    const madeUp = (media: Media) =>
      this.madeUp(operation, output.statusCode, media, mock, valid ? mocked : undefined, refusal);
    const { exampleKey } = mock;
    return toAnswer(operation, contents, { output, violations, example: exampleKey, accept, isExample, held, madeUp });
  }

  /** Answers a request that breaks the contract and prefers nothing. What Prism makes of it depends on little: it is asked once for each. */
  private refuse(
    operation: Operation,
    mocked: MockedRequest,
    violations: readonly RequestViolation[],
  ): Answer | Promise<Answer> {
    const { accept } = mocked.headers;
    const said = keyOfViolations(violations);
    const before = said === undefined ? undefined : this.kept.of(operation, NO_CHOICE, accept, said);
    if (before) return before;
    const own = this.refusals.get(operation) ?? new Map<Wrong, Either<Error, Mocked>>();
    this.refusals.set(operation, own);
    const wrong = wrongIn(violations);
    const answer = (result: Either<Error, Mocked>): Answer => {
      own.set(wrong, result);
      // An error of Prism tells of the request for which it was made.
      if (isLeft(result) && !isFailure(result)) return toProblem(refusalBy(violations), operation.security);
      const given = isFailure(result) ? withoutPrism(operation, violations, undefined, accept) : result;
      if (isLeft(given)) return toProblem(given.left, operation.security);
      return this.refused(operation, mocked, violations, given.right, said);
    };
    const known = own.get(wrong);
    if (known) return answer(known);
    return this.ask(operation, { ...toPrism(mocked), violations }, { ...this.defaults }).then(answer);
  }

  /** Makes the answer of what Prism made. It is kept under what is wrong, unless it names the path of the request. */
  private refused(
    operation: Operation,
    { path, headers: { accept } }: MockedRequest,
    violations: readonly RequestViolation[],
    { output, exampled }: Mocked,
    said: string | undefined,
  ): Answer {
    const { statusCode: status } = output;
    let namesPath = false;
    const whichPath = () => {
      namesPath = true;
      return path;
    };
    const refusal = status < 400 ? undefined : refusalOf(status, whichPath, violations);
    const answer = toAnswer(operation, this.fixed, {
      ...{ output, violations, example: undefined, accept, held: undefined },
      isExample: ({ declared }) => exampled.has(declared),
      madeUp: (media) => this.madeUp(operation, status, media, this.defaults, undefined, refusal),
    });
    if (said !== undefined && !namesPath) this.kept.keep(operation, NO_CHOICE, accept, answer, said);
    return answer;
  }

  /** Makes a content up. @param request says something that the content may repeat. */
  private madeUp(
    operation: Operation,
    status: number,
    { schema, type }: Media,
    { dynamic, seed }: Mocking,
    request: MockedRequest | undefined,
    refusal?: Refusal,
  ): unknown {
    const kind = mediaKind(type);
    // A contract that says how Prism is to make values up is obeyed.
    const isPrisms = dynamic && this.document['x-json-schema-faker'] !== undefined;
    if (!schema || isPrisms || (kind !== 'json' && kind !== 'xml')) return undefined;
    const own = seed ?? (dynamic ? undefined : '1');
    const before = request ? pageIn(request.query, operation).before : 0;
    const random = own === undefined ? Math.random : seedrandom(`${own} ${operation.name} ${status} ${before}`);
    const made = lifelike(schema, {
      about: operation.path,
      random,
      before,
      isVaried: dynamic,
      refusal,
      local: this.options.local,
    });
    if (made === undefined || !request || status >= 400 || !saysSomething(operation)) return made;
    this.echoing.add(operation);
    return withSaid(made, schema, operation, request);
  }

  private async samplesOrReject(operation: Operation, status: number, media: Media): Promise<Sample[]> {
    const sent = { ...NO_REQUEST, method: operation.method.toLowerCase(), path: operation.path };
    const request = { ...toPrism(sent), violations: [], headers: { accept: media.type } };
    const found: Sample[] = [];
    for (const name of media.exampleNames.length > 0 ? media.exampleNames : [undefined]) {
      const mock = { ...this.defaults, code: status, ...(name === undefined ? {} : { exampleKey: name }) };
      const asked = await this.ask(operation, request, mock);
      const given = isFailure(asked) ? withoutPrism(operation, [], status, media.type) : asked;
      if (isLeft(given)) continue;
      const { output, exampled } = given.right;
      const isExample = () => exampled.has(media.declared);
      const madeUp = (each: Media) => this.madeUp(operation, status, each, mock, undefined);
      const own = {
        output,
        violations: [],
        example: undefined,
        accept: media.type,
        isExample,
        held: undefined,
        madeUp,
      };
      const answer = toAnswer(operation, this.fixed, own);
      const { body, headers: { 'Content-type': type = media.declared } = {} } = answer;
      if (body === undefined || bareType(type) !== media.type) continue;
      const content = readBody(Buffer.from(body), type, media);
      if (content.kind === 'value') found.push({ value: content.json.value as JsonValue, isExample: isExample() });
    }
    return found;
  }
}

/** How Prism is asked; each request adds how the answer is made. */
const PRISM_CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Makes a Prism that neither routes nor judges a request, since both were done before. */
function createPrism(config: IHttpMockConfig) {
  return factory<IHttpOperation, IHttpRequest, IHttpResponse, IHttpConfig>(config, {
    logger: SILENT,
    // The operation is routed already. Prism's own router only judges the server that `?__server=` names.
    route: (asked) =>
      asked.input.url.baseUrl === undefined ? right(asked.resources[0] as IHttpOperation) : routeByServer(asked),
    mock: mocker,
    // The mock never forwards a request.
    forward: () => () => async () => left(new Error('The mock forwards nothing')),
    validateSecurity: ({ element }) => judgement(element, (element as JudgedRequest).violations.filter(isUnauthorised)),
    validateInput: ({ element }) =>
      judgement(
        element,
        (element as JudgedRequest).violations.filter((each) => !isUnauthorised(each)),
      ),
    validateOutput: ({ element }) => right(element),
  });
}

/** A request that stands in where no client has sent one. */
const NO_REQUEST: MockedRequest = {
  method: 'get',
  path: '/',
  values: new Map(),
  query: new URLSearchParams(),
  headers: {},
  bytes: Buffer.alloc(0),
};

/** A request for Prism, with what it breaks. */
type JudgedRequest = ReturnType<typeof toPrism> & { readonly violations: readonly RequestViolation[] };

type Mocking = IHttpMockConfig['mock'];

function judgement<T>(element: T, violations: readonly RequestViolation[]) {
  const [first, ...more] = violations.map(toDiagnostic);
  return first ? left([first, ...more] as [typeof first, ...(typeof first)[]]) : right(element);
}

/** Tells whether Prism has no answer, and the request is not to blame. */
function isFailure(result: Either<Error, Mocked>): boolean {
  if (!isLeft(result)) return !(result.right.output.statusCode >= 200 && result.right.output.statusCode <= 599);
  const { status = 500 } = result.left as Partial<ProblemJsonError>;
  return status >= 500;
}

function isUnacceptable({ status }: Partial<ProblemJsonError>): boolean {
  return status === 406;
}

/** Returns the media types of a response, as declared, of which the contract has an example. */
function exampledIn(resource: IHttpOperation, status: number): ReadonlySet<string> {
  const contents = responseIn(resource, status)?.contents ?? [];
  const first = contents.filter(
    (each, at) => contents.findIndex(({ mediaType }) => mediaType === each.mediaType) === at,
  );
  return new Set(first.flatMap(({ mediaType, examples = [] }) => (examples.length > 0 ? [mediaType] : [])));
}

/** What is wrong with a request, as far as Prism tells it apart: its credential, the type of its body, or anything else. */
type Wrong = 401 | 415 | 422;

function wrongIn(violations: readonly RequestViolation[]): Wrong {
  if (violations.some(isUnauthorised)) return 401;
  return violations.some(({ code }) => code === 415) ? 415 : 422;
}

const NO_CHOICE: AnswerChoice = {};

/** A longer list of violations, in characters, is not kept. */
const LONGEST_LIST = 2000;

/** Returns what is wrong with a request as a key, which is none of a request that is right; undefined if it is too long. */
function keyOfViolations(violations: readonly RequestViolation[]): string | undefined {
  let key = 'wrong';
  for (const { path, code, message } of violations) {
    key += `\n${code} ${path.join('\t')}\n${message}`;
    if (key.length > LONGEST_LIST) return undefined;
  }
  return key;
}

function responseIn({ responses }: IHttpOperation, status: number): IHttpOperation['responses'][number] | undefined {
  const codes = [String(status), `${Math.floor(status / 100)}XX`, 'default'];
  return codes.flatMap((code) => responses.filter((each) => each.code === code))[0];
}

let configured = false;

/** Sets Prism's options for making values up. They hold for the whole process, so those of the contract that was loaded last count. */
async function configureMakingUp(document: Document): Promise<void> {
  const declared = document['x-json-schema-faker'] !== undefined;
  if (!declared && !configured) return;
  configured = declared;
  const { configureExtensionsUserProvided } =
    require('@stoplight/prism-cli/dist/extensions') as typeof import('@stoplight/prism-cli/dist/extensions');
  await configureExtensionsUserProvided(document, {});
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function definedOf<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function routeByServer(asked: Parameters<typeof import('@stoplight/prism-http/dist/router').default>[0]) {
  return (require('@stoplight/prism-http/dist/router') as typeof import('@stoplight/prism-http/dist/router')).default(
    asked,
  );
}

/** Loads `content` only when an answer has content, since loading what makes values up takes a while. */
function contentsOf(seed: number | undefined, varied: boolean) {
  const { createContents } = require('../content') as typeof import('../content');
  return createContents(seed, varied);
}

/** Loads `describeOperations` only when somebody opens the page. */
function forPage() {
  return require('../describeOperations') as typeof import('../describeOperations');
}

type Logger = Parameters<typeof factory>[1]['logger'];

/** A logger that writes nothing, since the answer holds everything that Prism would log about a request. */
const SILENT = Object.fromEntries(
  ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
) as unknown as Logger;
SILENT.child = (() => SILENT) as unknown as Logger['child'];
