/**
 * A greenhouse with ten faults, each of which can be turned on by itself. They are the faults of EMResearch/rest-faults (A. Arcuri), written
 * anew. M. Zhang and A. Arcuri compared tools by them in "Open Problems in Fuzzing RESTful APIs", TOSEM 2023.
 */

import type { IncomingMessage } from 'node:http';
import { listenWithJson } from '../catalogue/listen';
import type { CatalogueEntry, Service, Started } from '../catalogue/service';
import { type DeskReading, type DeskRoute, deskFile, readDocument } from '../desk/document';

const TEN = deskFile('ten.yaml', 'ten');

const FAULTS = {
  'ten-throws': { summary: 'fails with 500', draws: ['no-server-error'] },
  'ten-null-for-boolean': { summary: 'shows null where a boolean is declared', draws: ['body-schema'] },
  'ten-other-status': { summary: 'answers with another success than the declared one', draws: ['success-status'] },
  'ten-no-maximum': { summary: 'takes a number beyond its maximum', draws: ['invalid-input-refused'] },
  'ten-no-enum': { summary: 'takes what is none of an enum', draws: ['invalid-input-refused'] },
  'ten-no-required': { summary: 'takes a body without a required member', draws: ['invalid-input-refused'] },
  'ten-location-of-nothing': { summary: 'names a Location where nothing is', draws: ['location-resolves'] },
  'ten-delete-of-nothing': { summary: 'deletes nothing, and says that it did', draws: ['deleted-gone'] },
  'ten-put-merges': { summary: 'keeps what a PUT leaves out', draws: ['put-replaces'] },
  'ten-put-adds': { summary: 'adds what is put to what was there', draws: ['put-idempotent'] },
} as const;

type FaultName = keyof typeof FAULTS;

const NAMES = Object.keys(FAULTS) as FaultName[];

type Climate = Record<string, unknown>;

interface Greenhouse {
  readonly document: DeskReading;
  /** Tells whether a fault is turned on. */
  readonly has: (name: FaultName) => boolean;
  climate: Climate | undefined;
  shades: Climate;
  water: number;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The keywords that a climate may break, by the faults that let it. */
const FORGIVEN: readonly (readonly [FaultName, string])[] = [
  ['ten-no-maximum', 'maximum'],
  ['ten-no-enum', 'enum'],
  ['ten-no-required', 'required'],
];

/** Reads a request, and answers it. @param text its body. */
function answer({ method, url = '', headers }: IncomingMessage, text: string, greenhouse: Greenhouse): Answer {
  const here = greenhouse.document.routes.filter(({ path }) => path.test(url));
  const route = here.find((each) => each.method === method);
  if (!route)
    return { status: here.length > 0 ? 405 : 404, headers: { Allow: here.map((each) => each.method).join() } };
  if (!route.bodyRequired) return act(greenhouse, route.operationId, undefined);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { status: 400 };
  }
  const isTaken = takes(greenhouse, route, headers['content-type'], content);
  return isTaken ? act(greenhouse, route.operationId, content) : { status: 400 };
}

/** Tells whether a body is accepted. @param type its media type. */
function takes(
  { document, has }: Greenhouse,
  { content, operationId }: DeskRoute,
  type: string | undefined,
  value: unknown,
): boolean {
  const schema = content[type ?? '']?.schema;
  if (!schema) return false;
  const wrong = document.check(schema, value);
  const isForgiven = FORGIVEN.some(([name, keyword]) => has(name) && wrong?.keywords.includes(keyword));
  return !wrong || (isForgiven && operationId === 'addClimate');
}

/** Does what a valid request asks for. */
function act(state: Greenhouse, operationId: string, content: unknown): Answer {
  const { has } = state;
  switch (operationId) {
    case 'readForecast':
      return has('ten-throws') ? { status: 500 } : { status: 200, body: 'sunny' };
    case 'readClimate': {
      const { climate } = state;
      if (!climate) return { status: 404 };
      const shown = has('ten-null-for-boolean') ? { ...climate, open: null } : climate;
      return { status: has('ten-other-status') ? 201 : 200, body: shown };
    }
    case 'addClimate':
      state.climate = content as Climate;
      return { status: 201, headers: { Location: has('ten-location-of-nothing') ? '/climates/none' : '/climate' } };
    case 'removeClimate':
      if (!has('ten-delete-of-nothing')) state.climate = undefined;
      return { status: 204 };
    case 'readShades':
      return { status: 200, body: state.shades };
    case 'putShades':
      state.shades = has('ten-put-merges') ? { ...state.shades, ...(content as Climate) } : (content as Climate);
      return { status: 204 };
    case 'readWater':
      return { status: 200, body: state.water };
    default:
      state.water = has('ten-put-adds') ? state.water + (content as number) : (content as number);
      return { status: 204 };
  }
}

async function start(has: Greenhouse['has']): Promise<Started> {
  const greenhouse: Greenhouse = {
    document: readDocument(TEN),
    has,
    climate: { open: true, degrees: 42, mode: 'DAY' },
    shades: { open: false },
    water: 0,
  };
  const listening = await listenWithJson((request, text) => answer(request, text, greenhouse));
  // Nothing is handed over.
  return { ...listening, handOver: { writes: 'any' } };
}

const all: CatalogueEntry = {
  name: 'ten-faults',
  summary: 'has all ten faults at once',
  draws: [...new Set(NAMES.flatMap((name) => [...FAULTS[name].draws]))],
  start: () => start(() => true),
};

export const greenhouse: Service = {
  name: 'greenhouse of ten faults',
  contract: TEN,
  faults: [all, ...NAMES.map((name) => ({ name, ...FAULTS[name], start: () => start((each) => each === name) }))],
  variants: [{ name: 'ten-good', summary: 'has none of them', draws: [], start: () => start(() => false) }],
};
