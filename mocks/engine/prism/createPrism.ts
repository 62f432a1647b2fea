/** Makes a Prism that answers requests which were routed and judged before. */

import { runInNewContext } from 'node:vm';
import { factory } from '@stoplight/prism-core/dist/factory';
import type { IHttpConfig, IHttpMockConfig, IHttpRequest, IHttpResponse } from '@stoplight/prism-http';
import mocker from '@stoplight/prism-http/dist/mocker';
import type { IHttpOperation } from '@stoplight/types';
import { type Either, left, right } from 'fp-ts/Either';
import { isUnauthorised, type RequestViolation } from '../../../src/serialization/requestViolation';
import { type Document, HOW_TO_MAKE_UP, saysHowToMakeUp } from './operation';
import { toDiagnostic, type toPrism } from './request';

/** How Prism is asked; each request adds how the answer is made. */
export const PRISM_CONFIG = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  validateResponse: true,
  errors: false,
  upstreamProxy: undefined,
} as const;

/** Prism may take so long to make one answer up, in milliseconds. */
const LONGEST_MAKING = 2000;

/** Makes an answer as Prism does, and gives it up if that takes too long: what Prism makes texts and members with may never end. */
const mockInTime: typeof mocker = (asked) => {
  const make = mocker(asked);
  return (logger) => inTime(() => make(logger));
};

function inTime<T>(make: () => Either<Error, T>): Either<Error, T> {
  // What is loaded while time runs would be left half loaded.
  require('@stoplight/prism-http/dist/mocker/generator/JSONSchema');
  try {
    return runInNewContext('make()', { make }, { timeout: LONGEST_MAKING }) as Either<Error, T>;
  } catch (error) {
    return left(error as Error);
  }
}

/**
 * Makes a Prism that neither routes nor judges a request, since both were done before.
 * @param makesUp whether it makes values up, and not only chooses among examples.
 */
export function createPrism(config: IHttpMockConfig, makesUp: boolean) {
  return factory<IHttpOperation, IHttpRequest, IHttpResponse, IHttpConfig>(config, {
    logger: SILENT,
    // The operation is routed already. Prism's own router only judges the server that `?__server=` names.
    route: (asked) =>
      asked.input.url.baseUrl === undefined ? right(asked.resources[0] as IHttpOperation) : routeByServer(asked),
    mock: makesUp ? mockInTime : mocker,
    // The mock never forwards a request.
    forward: () => () => async () => left(new Error('The mock forwards nothing')),
    validateSecurity: ({ element }) =>
      judgement(element, (element as RequestOfPrism).violations.filter(isUnauthorised)),
    validateInput: ({ element }) =>
      judgement(
        element,
        (element as RequestOfPrism).violations.filter((each) => !isUnauthorised(each)),
      ),
    validateOutput: ({ element }) => right(element),
  });
}

/** A request for Prism, with what it breaks. */
export type RequestOfPrism = ReturnType<typeof toPrism> & { readonly violations: readonly RequestViolation[] };

function judgement<T>(element: T, violations: readonly RequestViolation[]) {
  const [first, ...more] = violations.map(toDiagnostic);
  return first ? left([first, ...more] as [typeof first, ...(typeof first)[]]) : right(element);
}

let configured = false;

/**
 * Sets Prism's options for making values up. They hold for the whole process, so those of the contract that was loaded last count. Prism sees a
 * copy of them and nothing else of the contract, since it replaces each `$ref` of what it is given, in place.
 */
export async function configureMakingUp(document: Document): Promise<void> {
  const declared = saysHowToMakeUp(document);
  if (!declared && !configured) return;
  configured = declared;
  const { configureExtensionsUserProvided } =
    require('@stoplight/prism-cli/dist/extensions') as typeof import('@stoplight/prism-cli/dist/extensions');
  await configureExtensionsUserProvided({ [HOW_TO_MAKE_UP]: structuredClone(document[HOW_TO_MAKE_UP] ?? {}) }, {});
}

function routeByServer(asked: Parameters<typeof import('@stoplight/prism-http/dist/router').default>[0]) {
  return (require('@stoplight/prism-http/dist/router') as typeof import('@stoplight/prism-http/dist/router')).default(
    asked,
  );
}

type Logger = Parameters<typeof factory>[1]['logger'];

/** A logger that writes nothing, since the answer holds everything that Prism would log about a request. */
const SILENT = Object.fromEntries(
  ['trace', 'debug', 'info', 'success', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]),
) as unknown as Logger;
SILENT.child = (() => SILENT) as unknown as Logger['child'];

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

export function definedOf<T extends object>(values: T): Defined<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
