/* One operation of the contract as Swagger UI shows it, tried by a button for each answer that it declares. */

import { element, indented } from './elements.js';

/** What is asked for beside the declared answers, at every operation. */
const OTHERS = [
  { label: 'made up', prefer: 'dynamic=true' },
  { label: 'after 2 s', prefer: 'wait=2' },
  { label: 'dropped', prefer: 'drop' },
];

/** How many operations keep what was entered. */
const MOST_KEPT = 20;

/** How much of a body is shown, in characters. */
const MOST_SHOWN = 200_000;

const kept = new Map();
let loading;

/**
 * @param token gives what is in the box; @param filled gives the operation with what is there to be asked for.
 * @returns the element that it is shown in; the same again, with what was entered, unless the contract has changed.
 */
export function showOperation(operation, token, filled) {
  const { name, document: declared, answers, schemes } = operation;
  const text = JSON.stringify([declared, answers, schemes]);
  const before = kept.get(name);
  const shown = before?.text === text ? before.shown : element('div', '', 'reference');
  kept.delete(name);
  kept.set(name, { shown, text });
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value);
  if (shown.children.length === 0) void load().then(() => make(shown, filled(operation), token));
  return shown;
}

/** It takes longer to load than all else. */
function load() {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = 'swagger-ui-bundle.js';
    script.addEventListener('load', resolve);
    document.head.append(script);
  });
  return loading;
}
void load();

function make(domNode, operation, token) {
  // What the button that was pressed asks for.
  const asked = { prefer: undefined, atMs: 0, tookMs: 0 };
  window.SwaggerUIBundle({
    domNode,
    spec: operation.document,
    layout: 'OneOperation',
    docExpansion: 'full',
    tryItOutEnabled: true,
    defaultModelExpandDepth: 2,
    syntaxHighlight: false,
    validatorUrl: null,
    responseInterceptor: (response) => {
      asked.tookMs = Math.round(performance.now() - asked.atMs);
      return response;
    },
    requestInterceptor: (request) =>
      authorised(preferring({ ...request, method: operation.method }, asked), operation, token()),
    plugins: [(system) => oneOperation(system, operation, asked)],
  });
}

function preferring(request, { prefer }) {
  return prefer === undefined ? request : { ...request, headers: { ...request.headers, Prefer: prefer } };
}

/** As each scheme of the operation shows a credential: for HTTP basic, of a user where the box names none. */
function authorised(request, { schemes }, token) {
  if (token === '') return request;
  const url = new URL(request.url, location.href);
  const headers = { ...request.headers };
  for (const { in: place, field, http } of schemes) {
    const credential = http === 'basic' ? base64(token.includes(':') ? token : `user:${token}`) : token;
    const value = http === undefined ? credential : `${http[0].toUpperCase()}${http.slice(1)} ${credential}`;
    if (place === 'header') headers[field] = value;
    if (place === 'query') url.searchParams.set(field, value);
    if (place === 'cookie') lend(field, value);
  }
  return { ...request, url: url.href, headers };
}

function base64(text) {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

/** A script sets no Cookie field; the browser does, of what it is lent for a moment. */
function lend(name, value) {
  const set = (rest) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is not everywhere.
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${rest}`;
  };
  set('; Max-Age=30');
  setTimeout(() => set('; Max-Age=0'), 1000);
}

function oneOperation({ React }, operation, asked) {
  const h = React.createElement;
  const nothing = () => null;

  /** Only the operation itself: what it refers to may stand below other paths of the document. */
  function OneOperation({ getComponent, specSelectors }) {
    const Operation = getComponent('OperationContainer', true);
    const { path } = operation;
    const op = specSelectors.operations().find((each) => each.get('path') === path && each.get('method') === 'post');
    return op ? h(Operation, { op, path, method: 'post', tag: 'operation', specPath: specPathOf(op, path) }) : null;
  }
  const specPathOf = (op, path) => op.keySeq().toList().clear().push('paths', path, 'post');

  function Answers(props) {
    const [refused, setRefused] = React.useState();
    const ask = (prefer, anyway) => {
      Object.assign(asked, { prefer, atMs: performance.now() });
      const { specActions, path, method, operation: declared, onExecute } = props;
      const isTaken = isValid(props);
      setRefused(isTaken || anyway ? undefined : { prefer });
      if (!isTaken && !anyway) return;
      if (anyway) unmark(props);
      onExecute();
      try {
        specActions.execute({ operation: declared, path, method, anyway: !isTaken });
      } catch (err) {
        specActions.setResponse(path, method, { error: true, err });
      }
    };
    const button = ({ label, prefer }, className) =>
      h('button', { key: label, type: 'button', className, onClick: () => ask(prefer, false) }, label);
    // Until the reference has read the operation, it would send nothing of it.
    if (!props.operation?.size) return null;
    return h(
      'div',
      { className: 'answers' },
      h(
        'div',
        { role: 'group', 'aria-label': 'Send, and be answered' },
        button({ label: 'Send' }, 'send'),
        operation.answers.map((each) => button(each, toneOf(each.label))),
        OTHERS.map((each) => button(each, 'other')),
      ),
      refused &&
        h(
          'p',
          { className: 'refused', role: 'alert' },
          'The contract refuses what is marked. ',
          h('button', { type: 'button', onClick: () => ask(refused.prefer, true) }, 'Send it anyway'),
        ),
    );
  }

  /** The reference gives its text area no name, and shows a schema only to who does not try. */
  function NamedBody({ Body, props }) {
    const whole = React.useRef(null);
    React.useEffect(() => whole.current?.querySelector('textarea')?.setAttribute('aria-label', 'Request body'));
    return h('div', { ref: whole }, h(Body, props), h(BodySchema, props));
  }

  function BodySchema({ getComponent, getConfigs, specSelectors, specPath, requestBody, contentType }) {
    const schema = requestBody?.getIn(['content', contentType, 'schema']);
    if (!schema) return null;
    const Model = getComponent('ModelWrapper');
    const model = {
      schema,
      getComponent,
      getConfigs,
      specSelectors,
      specPath: specPath.push('content', contentType, 'schema'),
    };
    const details = h(Model, { ...model, expandDepth: 1, includeWriteOnly: true });
    return h('details', null, h('summary', null, 'Schema'), details);
  }

  function Answered({ response }) {
    const shown = React.useRef(null);
    React.useEffect(() => void shown.current?.scrollIntoView({ block: 'nearest' }), [response]);
    const { status, headers = {}, text, error, message } = response.toJS();
    if (error && status === undefined) {
      const isDrop = asked.prefer === 'drop';
      const why = isDrop ? 'The connection was dropped, as asked for.' : whyNothing(message);
      return h(
        'div',
        { className: 'answered' },
        h('p', { ref: shown, className: isDrop ? 'quiet' : 'wire-error' }, why),
      );
    }
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    return h(
      'div',
      { className: 'answered' },
      h(
        'p',
        { ref: shown },
        h('b', { className: `status ${toneOf(String(status))}` }, status),
        ` in ${asked.tookMs} ms`,
      ),
      body(text, headers['content-type']),
      h('details', null, h('summary', null, 'Headers'), h('pre', null, h('code', null, head.join('\n')))),
    );
  }

  function body(text, type) {
    if (!text || text.size === 0) return h('p', { className: 'quiet' }, 'without content');
    if (typeof text !== 'string') return h('p', { className: 'quiet' }, `${text.size} bytes of ${type ?? 'no type'}`);
    const rest = text.length > MOST_SHOWN ? `\n… (${text.length} characters in all)` : '';
    return h('pre', { tabIndex: 0 }, h('code', null, indented(text.slice(0, MOST_SHOWN)) + rest));
  }

  return {
    components: {
      OneOperation,
      execute: Answers,
      OperationSummary: nothing,
      OperationServers: nothing,
      TryItOutButton: nothing,
      clear: nothing,
      schemes: nothing,
    },
    wrapComponents: {
      // What came back stands below the buttons, not among what is declared.
      responses: (Declared) => (props) => {
        const { tryItOutResponse: response, ...rest } = props;
        return h(React.Fragment, null, response && h(Answered, { response }), h(Declared, rest));
      },
      RequestBody: (Body) => (props) => h(NamedBody, { Body, props }),
    },
    statePlugins: {
      spec: {
        wrapActions: {
          executeRequest: (original) => (request) => original(request.anyway ? withoutDemands(request) : request),
        },
      },
    },
  };
}

/** A page is told no more by its browser than that it failed. */
function whyNothing(message) {
  return /failed to fetch|networkerror|load failed/i.test(message)
    ? 'The browser shows no answer: the connection ended, or the answer leads to another origin. The list has what was answered.'
    : `Nothing was sent: ${message}`;
}

function toneOf(label) {
  return label.startsWith('5') || label === 'default' ? 'fail' : label.startsWith('4') ? 'warn' : 'pass';
}

/** Marks what the reference refuses, as its own button does. */
function isValid(props) {
  const { specActions, specSelectors, oas3Actions, oas3Selectors, path, method } = props;
  const at = [path, method];
  unmark(props);
  specActions.validateParams(at);
  const validationErrors = { missingBodyValue: !oas3Selectors.validateBeforeExecute(at), missingRequiredKeys: [] };
  const contentType = specSelectors.getOAS3RequiredRequestBodyContentType(at);
  if (!validationErrors.missingBodyValue && contentType)
    validationErrors.missingRequiredKeys =
      oas3Selectors.validateShallowRequired({
        oas3RequiredRequestBodyContentType: contentType,
        oas3RequestContentType: oas3Selectors.requestContentType(path, method),
        oas3RequestBodyValue: oas3Selectors.requestBodyValue(path, method),
      }) ?? [];
  const isBodyTaken = !validationErrors.missingBodyValue && validationErrors.missingRequiredKeys.length === 0;
  if (!isBodyTaken) oas3Actions.setRequestBodyValidateError({ path, method, validationErrors });
  return specSelectors.validateBeforeExecute(at) && isBodyTaken;
}

function unmark({ specActions, oas3Actions, path, method }) {
  specActions.clearValidateParams([path, method]);
  oas3Actions.clearRequestBodyValidateError({ path, method });
}

/** A request is made of what there is, where something is missing. */
function withoutDemands(request) {
  const spec = structuredClone(request.spec);
  for (const each of spec.paths[request.pathName][request.method].parameters ?? []) each.required = false;
  return { ...request, spec };
}
