/* Shows one operation of the contract with Swagger UI, with a button for each answer that it declares. */

import { codeOf, element } from './elements.js';
import { boundsOf, schemaAt, showSchema } from './schema.js';

/** The buttons that every operation has in addition to those of its declared answers. */
const OTHERS = [
  { label: 'made up', prefer: 'dynamic=true' },
  { label: 'after 2 s', prefer: 'wait=2' },
  { label: 'dropped', prefer: 'drop' },
];

/** For how many operations the entered values are kept. */
const MOST_KEPT = 20;

/** How many characters of a body are shown. */
const MOST_SHOWN = 200_000;

const kept = new Map();
let loading;

/**
 * Shows an operation.
 * @param token returns the token in the box.
 * @param filled returns the operation with the ids of things in the state.
 * @returns its element. Unless the contract has changed, it is the same element as before, with the values that were entered.
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

/** Loads Swagger UI, which takes longer than loading everything else. */
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
  // What the pressed button asks for, and when.
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

/** Adds the token as each scheme of the operation demands. For HTTP basic, a user is made up if the box names none. */
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

/** Sets a cookie for a short time, since a script may not set the Cookie field itself. */
function lend(name, value) {
  const set = (rest) => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store.
    document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${rest}`;
  };
  set('; Max-Age=30');
  setTimeout(() => set('; Max-Age=0'), 1000);
}

function oneOperation({ React }, operation, asked) {
  const h = React.createElement;
  const nothing = () => null;

  /** Shows only the operation itself. The document may have other paths, which hold what the operation refers to. */
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
    // Before Swagger UI has read the operation, it would send an empty request.
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

  /** Names the text area of the body and shows its schema. While an operation can be tried, Swagger UI does neither. */
  function NamedBody({ Body, props }) {
    const whole = React.useRef(null);
    React.useEffect(() => whole.current?.querySelector('textarea')?.setAttribute('aria-label', 'Request body'));
    return h('div', { ref: whole }, h(Body, props), h(BodySchema, props));
  }

  /** Shows the schema of the body, once somebody opens it. */
  function BodySchema({ requestBody, contentType, specPath }) {
    const [isOpen, setOpen] = React.useState(false);
    const schema = requestBody?.getIn(['content', contentType, 'schema']);
    if (!schema) return null;
    return h(
      'details',
      { onToggle: ({ currentTarget }) => setOpen(currentTarget.open) },
      h('summary', null, 'Schema'),
      isOpen && h(OwnSchema, { schema, specPath: specPath.push('content', contentType, 'schema') }),
    );
  }

  /** Shows a schema by its place in the document, since Swagger UI replaces references there. */
  function OwnSchema({ schema, specPath }) {
    const shown = React.useRef(null);
    const place = JSON.stringify(specPath?.toJS() ?? []);
    React.useEffect(() => {
      const declared = schemaAt(operation.document, JSON.parse(place));
      shown.current?.replaceChildren(showSchema(declared ?? schema.toJS(), operation.document));
    }, [place]);
    return h('div', { ref: shown });
  }

  /** Adds the bounds of a value to its field. */
  function Bounded({ Field, props }) {
    const bounds = boundsOf(props.schema?.toJS?.()).join('; ');
    return h(React.Fragment, null, h(Field, props), bounds && h('div', { className: 'bounds' }, bounds));
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

  function Code({ text, rest }) {
    const shown = React.useRef(null);
    React.useEffect(() => shown.current?.replaceChildren(codeOf(text), rest), [text, rest]);
    return h('pre', { tabIndex: 0, ref: shown });
  }

  function body(text, type) {
    if (!text || text.size === 0) return h('p', { className: 'quiet' }, 'without content');
    if (typeof text !== 'string') return h('p', { className: 'quiet' }, `${text.size} bytes of ${type ?? 'no type'}`);
    const rest = text.length > MOST_SHOWN ? `\n… (${text.length} characters in all)` : '';
    return h(Code, { text: text.slice(0, MOST_SHOWN), rest });
  }

  return {
    components: {
      OneOperation,
      ModelWrapper: OwnSchema,
      execute: Answers,
      OperationSummary: nothing,
      OperationServers: nothing,
      TryItOutButton: nothing,
      clear: nothing,
      schemes: nothing,
    },
    wrapComponents: {
      // The answer stands directly below the buttons, and not among the declared responses.
      responses: (Declared) => (props) => {
        const { tryItOutResponse: response, ...rest } = props;
        return h(React.Fragment, null, response && h(Answered, { response }), h(Declared, rest));
      },
      JsonSchemaForm: (Field) => (props) => h(Bounded, { Field, props }),
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

/** Says why no answer came. The browser tells a page only that the request failed. */
function whyNothing(message) {
  return /failed to fetch|networkerror|load failed/i.test(message)
    ? 'The browser shows no answer: the connection ended, or the answer leads to another origin. The list has what was answered.'
    : `Nothing was sent: ${message}`;
}

function toneOf(label) {
  return label.startsWith('5') || label === 'default' ? 'fail' : label.startsWith('4') ? 'warn' : 'pass';
}

/** Marks the invalid values, as Swagger UI's own button does. @returns whether everything is valid. */
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

/** Makes all parameters optional, so that a request is sent although values are missing. */
function withoutDemands(request) {
  const spec = structuredClone(request.spec);
  for (const parameter of spec.paths[request.pathName][request.method].parameters ?? []) parameter.required = false;
  return { ...request, spec };
}
