/**
 * A greenhouse with ten faults, each of which can be turned on by itself. They are the faults of EMResearch/rest-faults (A. Arcuri), written
 * anew. M. Zhang and A. Arcuri compared tools by them in "Open Problems in Fuzzing RESTful APIs", TOSEM 2023.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from '../catalogue/listen';
import type { CatalogueEntry, Service, Started } from '../catalogue/service';
import { deskFile, readDocument } from '../desk/document';

const TEN = deskFile('ten.yaml', 'ten');

const FAULTS = {
  'ten-throws': { summary: 'fails with 500', draws: ['no-server-error', 'success-status'] },
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

function serve(has: (name: FaultName) => boolean) {
  const { routes, check } = readDocument(TEN);
  let climate: Climate | undefined = { open: true, degrees: 42, mode: 'DAY' };
  let shades: Climate = { open: false };
  let water = 0;
  const forgiven: readonly (readonly [FaultName, string])[] = [
    ['ten-no-maximum', 'maximum'],
    ['ten-no-enum', 'enum'],
    ['ten-no-required', 'required'],
  ];
  return (request: IncomingMessage, response: ServerResponse, text: string): unknown => {
    const path = request.url ?? '';
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}) => {
      if (body !== undefined) response.setHeader('Content-Type', 'application/json');
      response.writeHead(status, headers).end(body === undefined ? undefined : JSON.stringify(body));
    };
    const here = routes.filter((each) => each.path.test(path));
    const route = here.find(({ method }) => method === request.method);
    if (!route)
      return answer(here.length > 0 ? 405 : 404, undefined, { Allow: here.map(({ method }) => method).join() });
    let content: unknown;
    const schema = route.content[request.headers['content-type'] ?? '']?.schema;
    if (route.bodyRequired) {
      try {
        content = JSON.parse(text);
      } catch {
        return answer(400);
      }
      const wrong = schema ? check(schema, content) : { keywords: [] };
      const forgives = forgiven.some(
        ([name, keyword]) => has(name) && (wrong?.keywords as readonly string[] | undefined)?.includes(keyword),
      );
      if (wrong && !(forgives && route.operationId === 'addClimate')) return answer(400);
    }
    switch (route.operationId) {
      case 'readForecast':
        return has('ten-throws') ? answer(500) : answer(200, 'sunny');
      case 'readClimate': {
        if (!climate) return answer(404);
        const shown = has('ten-null-for-boolean') ? { ...climate, open: null } : climate;
        return answer(has('ten-other-status') ? 201 : 200, shown);
      }
      case 'addClimate':
        climate = content as Climate;
        return answer(201, undefined, { Location: has('ten-location-of-nothing') ? '/climates/none' : '/climate' });
      case 'removeClimate':
        if (!has('ten-delete-of-nothing')) climate = undefined;
        return answer(204);
      case 'readShades':
        return answer(200, shades);
      case 'putShades':
        shades = has('ten-put-merges') ? { ...shades, ...(content as Climate) } : (content as Climate);
        return answer(204);
      case 'readWater':
        return answer(200, water);
      default:
        water = has('ten-put-adds') ? water + (content as number) : (content as number);
        return answer(204);
    }
  };
}

async function start(has: (name: FaultName) => boolean): Promise<Started> {
  const act = serve(has);
  const listening = await listenOnLoopback((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => act(request, response, Buffer.concat(pieces).toString()));
  });
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
