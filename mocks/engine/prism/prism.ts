/** The engine of the mock: Prism, which is given one operation at a time. An operation is converted when it is first asked for. */

import type { IHttpConfig, IHttpMockConfig } from '@stoplight/prism-http';
import { NO_METHOD_MATCHED_ERROR, NO_PATH_MATCHED_ERROR } from '@stoplight/prism-http/dist/router/errors';
import { ProblemJsonError } from '@stoplight/prism-http/dist/types';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest';
import type { IHttpOperation } from '@stoplight/types';
import { type Either, isLeft, left, right } from 'fp-ts/Either';
import { type Contract, declaredResponse, type Media, type Operation } from '../../../src/contract/contract';
import { bundle } from '../../../src/contract/document/bundle';
import { bareType } from '../../../src/http/mediaType';
import type { JsonValue } from '../../../src/json/value';
import { readBody } from '../../../src/serialization/readBody';
import { type RequestViolation, UNAUTHORISED } from '../../../src/serialization/requestViolation';
import { requestViolations } from '../../../src/serialization/requestViolations';
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
import type { LocalWords } from '../lifelike/localWords';
import { nearestPath } from '../nearestPath';
import { isAcceptable } from '../negotiate';
import { isAdmitted } from '../security';
import { undeclaredRefusal } from '../undeclaredRefusal';
import {
  hasExampleNamed,
  malformedPreference,
  undeclaredStatus,
  unknownExample,
  unknownWord,
} from '../unknownPreferences';
import { type Frame, frameOf, toAnswer, toProblem } from './answer';
import { configureMakingUp, createPrism, definedOf, PRISM_CONFIG, type RequestOfPrism } from './createPrism';
import { MakingUp } from './makingUp';
import { convert, type Document, saysHowToMakeUp } from './operation';
import {
  AskedPath,
  exampledIn,
  isFailure,
  isUnacceptable,
  type KindOfWrong,
  keyOfViolations,
  kindOfWrong,
  responseIn,
} from './prismOutcome';
import { NO_REQUEST, toPrism } from './request';
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
  /** Returns where the mock serves pictures, for a client that calls it by a host; undefined if it serves none. */
  readonly pictures?: (host: string | undefined) => string | undefined;
  /** The clock, in milliseconds since 1970, from which tokens let in; that of the machine if it is left out. */
  readonly now?: () => number;
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
  private readonly refusals = new Map<Operation, Map<KindOfWrong, Either<Error, Mocked>>>();
  /** Answers into which a value of the state is put. */
  private readonly frames = createKeptAnswers<Frame>(() => 0);
  private readonly again = createAnswersAgain();
  /** What makes contents that are the same each time. */
  private readonly fixed: () => ReturnType<typeof contentsOf>;
  /** What makes contents that differ from answer to answer. */
  private readonly varied: () => ReturnType<typeof contentsOf>;
  private readonly making: MakingUp;

  constructor(
    private readonly contract: Contract,
    readonly document: Document,
    private readonly options: EngineOptions,
  ) {
    const { dynamic, seed, local, now = Date.now, pictures } = options;
    this.making = new MakingUp(contract, local, now, pictures, () => this.fixed());
    this.defaults = { dynamic, ...(seed === undefined ? {} : { seed: String(seed) }) };
    this.config = { ...PRISM_CONFIG, mock: this.defaults };
    this.prism = createPrism(this.config, saysHowToMakeUp(document));
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
      making: this.making.of({ operation, status, mock: this.defaults }),
    });
  }

  examplesOf(operation: Operation, status: number, name: string): readonly GivenContent[] {
    const contents = responseIn(this.prepare(operation), status)?.contents ?? [];
    return contents.flatMap(({ mediaType, examples = [] }) => {
      const example = examples.find(({ key }) => key === name);
      return example && 'value' in example ? [{ type: mediaType, value: example.value }] : [];
    });
  }

  samples(operation: Operation, status: number, media: Media, least?: number): Promise<readonly Sample[]> {
    return this.samplesOrReject(operation, status, media, least).catch(() => []);
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

  private async ask(operation: Operation, request: RequestOfPrism, mock: Mocking): Promise<Either<Error, Mocked>> {
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
    const said = this.making.keyOf(operation, mocked);
    const known = chosen.turn || said === undefined ? undefined : this.kept.of(operation, chosen, accept, said);
    if (known) return known;
    const frame = chosen.turn && this.frames.of(operation, chosen, accept);
    if (chosen.turn && frame) return frame(chosen.turn);
    return this.makeWithPrism(operation, mocked, violations, () => chosen).then((answer) => {
      const isSame = !this.options.dynamic && !chosen.turn;
      const repeated = this.making.keyOf(operation, mocked);
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
    const request: RequestOfPrism = { ...toPrism(mocked), violations };
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
    const outcome = isFailure(result) ? withoutPrism(operation, violations, has406 ? 406 : code, accept) : result;
    if (isLeft(outcome)) return toProblem(outcome.left, operation.security);
    const { output, exampled } = outcome.right;
    const isExample = ({ declared }: Media) => !mock.dynamic && exampled.has(declared);
    const { turn } = chosen;
    const asked = new AskedPath(mocked.path);
    const refusal = asked.refusal(output.statusCode, violations);
    const said = valid && !turn ? mocked : undefined;
    const making = this.making.of({ operation, status: output.statusCode, mock, request: said, refusal });
    if (turn) {
      const frame = frameOf(operation, this.fixed, { output, accept, isExample, making }, this.again);
      const answer = frame(turn);
      if (!mock.dynamic && !asked.isNamed) this.frames.keep(operation, chosen, accepted, frame);
      return answer;
    }
    const contents = mock.dynamic ? this.varied : this.fixed;
    const held = undefined;
    const { exampleKey } = mock;
    // A contract that says how Prism is to make values up is obeyed.
    const isPrisms = mock.dynamic && saysHowToMakeUp(this.document);
    const given = { output, violations, example: exampleKey, accept, isExample, held, making, isPrisms };
    return toAnswer(operation, contents, given);
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
    const own = this.refusals.get(operation) ?? new Map<KindOfWrong, Either<Error, Mocked>>();
    this.refusals.set(operation, own);
    const wrong = kindOfWrong(violations);
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
    const asked = new AskedPath(path);
    const refusal = asked.refusal(status, violations);
    const answer = toAnswer(operation, this.fixed, {
      ...{ output, violations, example: undefined, accept, held: undefined },
      isExample: ({ declared }) => exampled.has(declared),
      making: this.making.of({ operation, status, mock: this.defaults, refusal }),
    });
    if (said !== undefined && !asked.isNamed) this.kept.keep(operation, NO_CHOICE, accept, answer, said);
    return answer;
  }

  private async samplesOrReject(operation: Operation, status: number, media: Media, least?: number): Promise<Sample[]> {
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
      const making = this.making.of({ operation, status, mock, least });
      const own = {
        output,
        violations: [],
        example: undefined,
        accept: media.type,
        isExample,
        held: undefined,
        making,
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

type Mocking = IHttpMockConfig['mock'];

const NO_CHOICE: AnswerChoice = {};

/** Loads `content` only when an answer has content, since loading what makes values up takes a while. */
function contentsOf(seed: number | undefined, varied: boolean) {
  const { createContents } = require('../content') as typeof import('../content');
  return createContents(seed, varied);
}

/** Loads `describeOperations` only when somebody opens the page. */
function forPage() {
  return require('../describeOperations') as typeof import('../describeOperations');
}
