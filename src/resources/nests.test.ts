import { head, load } from '../contract/contract.testing';
import { namesIn } from '../routing/pathTemplate';
import { candidates } from './identity';
import { type Kind, kindsOf, listersOfMade, makersOf, placesAbove } from './kinds';
import { liesIn, thingNamed, valuesFor } from './things';

const text = { type: 'string' };
const trip = { type: 'object', properties: { id: text, goal: text, km: text } };

interface Answer {
  readonly schema?: object;
  readonly status?: number;
  readonly headers?: object;
  readonly links?: object;
}

/** Reads a contract whose operations answer trips, but for those that say something else. */
async function operationsOf(names: readonly string[], others: Readonly<Record<string, Answer>> = {}) {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ');
    const parameters = namesIn(path).map((each) => ({ name: each, in: 'path', required: true, schema: text }));
    const isList = method === 'GET' && !path.endsWith('}');
    const usual: Answer = { schema: isList ? { type: 'array', items: trip } : trip };
    const { schema, status = 200, headers, links } = others[name] ?? usual;
    const content = schema ? { content: { 'application/json': { schema } } } : {};
    const answer = { description: 'ok', ...content, ...(headers ? { headers } : {}), ...(links ? { links } : {}) };
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses: { [status]: answer } } };
  }
  return (await load({ ...head('3.1'), paths })).operations;
}

const TRIPS = ['GET /trips/{tripId}', 'DELETE /trips/{tripId}'];
const INTO_VEHICLE = 'POST /vehicles/{vehicleId}/trips';

async function tripsOf(names: readonly string[], others?: Readonly<Record<string, Answer>>, item = '/trips/{}') {
  return kindsOf(await operationsOf(names, others)).at(item);
}

test.each([
  ['nothing but the POST below', [INTO_VEHICLE, ...TRIPS], INTO_VEHICLE, []],
  [
    'both lists',
    [INTO_VEHICLE, 'GET /vehicles/{vehicleId}/trips', 'GET /trips', ...TRIPS],
    INTO_VEHICLE,
    ['GET /vehicles/{vehicleId}/trips', 'GET /trips'],
  ],
  ['a PUT, which replaces one', [INTO_VEHICLE, 'PUT /trips/{tripId}', ...TRIPS], INTO_VEHICLE, []],
  ['an action', ['POST /trips/{tripId}/finish', INTO_VEHICLE, ...TRIPS], INTO_VEHICLE, []],
  ['a POST on the collection', ['POST /trips', INTO_VEHICLE, 'GET /trips', ...TRIPS], 'POST /trips', ['GET /trips']],
  [
    'two makers, of which one lies in what can be made',
    ['POST /drivers/{driverId}/trips', 'POST /vehicles', INTO_VEHICLE, ...TRIPS],
    INTO_VEHICLE,
    [],
  ],
  ['a maker with fewer names', ['POST /fleets/{f}/vehicles/{v}/trips', INTO_VEHICLE, ...TRIPS], INTO_VEHICLE, []],
  ['the name in the singular', ['POST /vehicles/{v}/trip', ...TRIPS], 'POST /vehicles/{v}/trip', []],
])('finds what makes trips: %s', async (_, names, maker, listers) => {
  const kind = await tripsOf(names);
  expect([kind?.maker.name, kind && listersOfMade(kind).map(({ name }) => name)]).toEqual([maker, listers]);
});

test('what is made in several places is of one kind', async () => {
  const operations = await operationsOf([INTO_VEHICLE, 'POST /drivers/{driverId}/trips', ...TRIPS]);
  const { at, madeBy } = kindsOf(operations);
  const kind = at('/trips/{}');
  expect(kind && makersOf(kind).map(({ name }) => name)).toEqual([INTO_VEHICLE, 'POST /drivers/{driverId}/trips']);
  expect(kind && makersOf(kind).every((maker) => madeBy(maker) === kind)).toBe(true);
});

test.each([
  ['/api/v1/trips/{}', [`POST /api/v1/vehicles/{vehicleId}/trips`, 'GET /api/v1/trips/{tripId}']],
  ['/users/{}/trips/{}', ['POST /users/{user}/vehicles/{vehicleId}/trips', 'GET /users/{user}/trips/{tripId}']],
])('finds it behind what comes before both paths: %s', async (item, names) => {
  expect((await tripsOf(names, {}, item))?.maker.name).toBe(names[0]);
});

const REPORT = { type: 'object', properties: { id: text, total: text } };
const LOCATION = { Location: { schema: text } };
const LINK = { one: { operationId: 'x', parameters: { tripId: '$response.body#/made' } } };

test.each([
  ['another thing', { schema: REPORT }, undefined],
  ['a thing without a name', { schema: { type: 'object', properties: { goal: text } } }, undefined],
  ['a list', { schema: { type: 'array', items: trip } }, undefined],
  ['nothing', { status: 204 }, undefined],
  ['its place alone', { status: 201, headers: LOCATION }, INTO_VEHICLE],
  ['its name alone', { schema: { type: 'object', properties: { id: text } } }, INTO_VEHICLE],
  ['the thing in a member', { schema: { type: 'object', properties: { data: trip } } }, INTO_VEHICLE],
  ['a receipt', { status: 202, schema: { type: 'object', properties: { id: text, state: text } } }, INTO_VEHICLE],
  ['a job', { status: 202, schema: { type: 'object', properties: { jobId: text } } }, INTO_VEHICLE],
  ['an address in place of its name', { schema: { type: 'object', properties: { self: text } } }, undefined],
  ['nothing but that it is accepted', { status: 202, schema: REPORT, headers: LOCATION }, INTO_VEHICLE],
  ['a link to what reads it', { schema: { type: 'object', properties: { made: text } }, links: LINK }, INTO_VEHICLE],
])('a POST that answers %s', async (_, answer, maker) => {
  const operations = await operationsOf([INTO_VEHICLE, ...TRIPS], { [INTO_VEHICLE]: answer });
  const linked = operations.map((each) => (each.name === TRIPS[0] ? { ...each, operationId: 'x' } : each));
  expect(kindsOf(linked).at('/trips/{}')?.maker.name).toBe(maker);
});

test.each([
  ['trips', { type: 'array', items: trip }, 201, INTO_VEHICLE],
  [
    'trips within an object',
    { type: 'object', properties: { data: { type: 'array', items: trip } } },
    201,
    INTO_VEHICLE,
  ],
  ['their names alone', { type: 'array', items: { type: 'object', properties: { id: text } } }, 201, INTO_VEHICLE],
  ['other things', { type: 'array', items: REPORT }, 201, undefined],
  ['what has no name', { type: 'array', items: { type: 'object', properties: { goal: text } } }, 201, undefined],
  ['trips, where it only says that something was done', { type: 'array', items: trip }, 204, undefined],
])('a POST that answers nothing, beside a list of %s', async (_, schema, status, maker) => {
  const lister = 'GET /vehicles/{vehicleId}/trips';
  const kind = await tripsOf([INTO_VEHICLE, lister, ...TRIPS], { [INTO_VEHICLE]: { status }, [lister]: { schema } });
  expect(kind?.maker.name).toBe(maker);
});

test('what is named by its address is made below others, too', async () => {
  const schema = { type: 'object', properties: { self: text, goal: text } };
  const operations = await operationsOf([INTO_VEHICLE, ...TRIPS], {
    [INTO_VEHICLE]: { schema },
    'GET /trips/{tripId}': { schema },
  });
  expect(kindsOf(operations).at('/trips/{}')?.maker.name).toBe(INTO_VEHICLE);
});

test('what is named by a member of any name is made below others where a GET of it shows the same members', async () => {
  const of = (...names: readonly string[]) => ({
    schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) },
  });
  const maker = async (answer: Answer) => {
    const others = { [INTO_VEHICLE]: answer, 'GET /trips/{tripId}': of('name', 'goal') };
    return kindsOf(await operationsOf([INTO_VEHICLE, ...TRIPS], others)).at('/trips/{}')?.maker.name;
  };
  expect(await maker(of('name', 'goal'))).toBe(INTO_VEHICLE);
  expect(await maker(of('name', 'total'))).toBeUndefined();
});

test.each([
  ['things that have paths there', [INTO_VEHICLE, 'GET /vehicles/{vehicleId}/trips/{tripId}', ...TRIPS]],
  ['other things', ['POST /vehicles/{vehicleId}/stops', ...TRIPS]],
  ['things in trips themselves', ['POST /trips/{tripId}/trips', ...TRIPS]],
  ['what lies beside the path', ['POST /vehicles/{vehicleId}/trips', 'GET /api/trips/{tripId}']],
])('is not made by a POST that makes %s', async (_, names) => {
  expect(await tripsOf(names)).toBeUndefined();
});

const DEPOTS = ['POST /depots', 'GET /depots/{depot}', 'DELETE /depots/{depot}'];
const VEHICLES = ['POST /depots/{depot}/vehicles', 'GET /vehicles/{vehicle}', 'DELETE /vehicles/{vehicle}'];

test('what contains others comes before them, also where no path says it', async () => {
  const kinds = kindsOf(await operationsOf([...TRIPS, 'POST /vehicles/{vehicle}/trips', ...VEHICLES, ...DEPOTS]));
  expect(kinds.all.map(({ item }) => item)).toEqual(['/depots/{}', '/vehicles/{}', '/trips/{}']);
  expect(kinds.all.map((kind) => [placesAbove(kind), kinds.depthOf(kind)])).toEqual([
    [0, 3],
    [1, 5],
    [1, 7],
  ]);
});

async function madeTrip() {
  const kind = (await tripsOf([INTO_VEHICLE, 'GET /vehicles/{vehicleId}/trips', 'GET /trips', ...TRIPS])) as Kind;
  return { kind, thing: thingNamed(kind, { operation: kind.maker, values: { vehicleId: '7' } }, '3') };
}

test('a thing knows what it was made in, and is named by its own path', async () => {
  const { kind, thing } = await madeTrip();
  expect(thing).toEqual({ item: '/trips/{}', ids: ['3'], around: { item: '/vehicles/{}', ids: ['7'] } });
  const [inVehicle, all] = listersOfMade(kind);
  expect(inVehicle && valuesFor(inVehicle, thing)).toEqual({ vehicleId: '7' });
  expect(all && valuesFor(all, thing)).toEqual({});
  expect(kind.reader && valuesFor(kind.reader, thing)).toEqual({ tripId: '3' });
  expect(valuesFor(kind.maker, thing)).toEqual({ vehicleId: '7' });
});

test('a thing lies in what it was made in', async () => {
  const { thing } = await madeTrip();
  expect(liesIn(thing, { item: '/vehicles/{}', ids: ['7'] })).toBe(true);
  expect(liesIn(thing, { item: '/vehicles/{}', ids: ['8'] })).toBe(false);
  expect(liesIn(thing, { item: '/trips/{}', ids: ['3'] })).toBe(false);
});

test.each([
  ['/v2/trips/3', '3'],
  ['https://example.org/v2/trips/3', '3'],
  ['/v2/vehicles/7/trips/3', undefined],
  ['/v2/vehicles/3', undefined],
  ['/trips/3', undefined],
])('the Location %s names %s', async (location, name) => {
  const { kind } = await madeTrip();
  const exchange = {
    case: { request: { operation: kind.maker, values: { vehicleId: '7' }, input: {} } },
    request: { path: '/v2/vehicles/7/trips' },
    response: { status: 201, headers: [['location', location]], body: Buffer.from('') },
  } as unknown as Parameters<typeof candidates>[1];
  expect(candidates(kind, exchange, 'https://example.org')[0]?.text).toBe(name);
});

test.each([
  ['/v2/tripJobs/3', 202, undefined],
  ['/v2/tripJobs/3', 201, '3'],
  ['/v2/tripJobs/4', 202, '3'],
  ['/v2/trips/3', 202, '3'],
  ['/elsewhere/trips/3', 202, '3'],
])('the id 3 in an answer with the Location %s and the status %s names %s', async (location, status, name) => {
  const kind = (await tripsOf(['POST /trips', ...TRIPS])) as Kind;
  const exchange = {
    case: { request: { operation: kind.maker, values: {}, input: {} } },
    request: { path: '/v2/trips?draft=1' },
    response: { status, headers: [['location', location]], body: Buffer.from('{"id":"3","state":"running"}') },
  } as unknown as Parameters<typeof candidates>[1];
  expect(candidates(kind, exchange, 'https://example.org')[0]?.text).toBe(name);
});
