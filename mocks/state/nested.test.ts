import { join } from 'node:path';
import supertest from 'supertest';
import { folderOf } from '../../src/cli/tests/cli.testing';
import { type Mock, serveMock } from '../server';

const FLEET = 'proof/faults/fleet/fleet.yaml';

const started: Mock[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((mock) => mock.close()));
});

async function start(contract: string, id = 'tripId') {
  const mock = await serveMock({ contract, port: 0, stateful: true, seed: 7 });
  started.push(mock);
  const ask = supertest(mock.url);
  const trips = async (path: string) => {
    const { body } = await ask.get(path).expect(200);
    return (body as Readonly<Record<string, string>>[]).map((each) => each[id]);
  };
  return { ask, trips };
}

async function startFleet() {
  const { ask, trips } = await start(FLEET);
  const make = async (path: string, sent: object) => (await ask.post(path).send(sent).expect(201)).body;
  const { depotId } = await make('/depots', { town: 'Riga' });
  const vehicle = async (plate: string) => (await make(`/depots/${depotId}/vehicles`, { plate })).vehicleId as string;
  return { ask, make, depotId, vehicle, trips };
}

test('what is made below a thing stands by itself, and both lists show it', async () => {
  const { ask, make, vehicle, trips } = await startFleet();
  const [one, other] = [await vehicle('AB 1'), await vehicle('AB 2')];
  const answer = await ask.post(`/vehicles/${one}/trips`).send({ goal: 'Vilnius' }).expect(201);
  const { tripId } = answer.body;
  expect(answer.body).toMatchObject({ goal: 'Vilnius', vehicleId: one });
  const read = await ask.get(`/trips/${tripId}`).expect(200);
  expect(read.body).toEqual(answer.body);
  const { tripId: second } = await make(`/vehicles/${other}/trips`, { goal: 'Kaunas' });
  expect(await trips(`/vehicles/${one}/trips`)).toEqual([tripId]);
  expect(await trips(`/vehicles/${other}/trips`)).toEqual([second]);
  expect((await trips('/trips')).slice(-2)).toEqual([tripId, second]);
});

test('a change of it keeps it where it is, and its removal takes it out of both lists', async () => {
  const { ask, make, vehicle, trips } = await startFleet();
  const id = await vehicle('AB 1');
  const { tripId } = await make(`/vehicles/${id}/trips`, { goal: 'Vilnius' });
  await ask.put(`/trips/${tripId}`).send({ goal: 'Tartu', km: 5 }).expect(200);
  expect(await trips(`/vehicles/${id}/trips`)).toEqual([tripId]);
  await ask.delete(`/trips/${tripId}`).expect(204);
  await ask.get(`/trips/${tripId}`).expect(404);
  expect(await trips(`/vehicles/${id}/trips`)).toEqual([]);
  expect(await trips('/trips')).not.toContain(tripId);
});

test('a thing takes along what was made in it, however deep, and nothing else', async () => {
  const { ask, make, depotId, vehicle, trips } = await startFleet();
  const [one, other] = [await vehicle('AB 1'), await vehicle('AB 2')];
  const made = [one, other].map((id) => make(`/vehicles/${id}/trips`, { goal: 'Vilnius' }));
  const [first, second] = (await Promise.all(made)).map(({ tripId }) => tripId as string);
  await ask.delete(`/vehicles/${one}`).expect(204);
  await ask.get(`/trips/${first}`).expect(404);
  await ask.get(`/vehicles/${one}/trips`).expect(404);
  await ask.get(`/trips/${second}`).expect(200);
  await ask.delete(`/depots/${depotId}`).expect(204);
  await ask.get(`/vehicles/${other}`).expect(404);
  await ask.get(`/trips/${second}`).expect(404);
  expect(await trips('/trips')).not.toContain(second);
});

test('nothing is made below what is not there', async () => {
  const { ask } = await startFleet();
  await ask.post('/vehicles/nowhere/trips').send({ goal: 'Vilnius' }).expect(404);
});

const text = { type: 'string' };
const trip = { type: 'object', properties: { id: text, vehicleId: text } };
const json = (schema: object, example?: unknown) => ({
  description: 'd',
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});
const named = (...names: string[]) => names.map((name) => ({ name, in: 'path', required: true, schema: text }));
const TWO_TRIPS = [
  { id: '1', vehicleId: '7' },
  { id: '2', vehicleId: '8' },
];

test('what is there from the start lies where it says', async () => {
  const vehicles = { type: 'array', items: { type: 'object', properties: { id: text } } };
  const trips = { type: 'array', items: trip };
  const gone = { 204: { description: 'd' }, 404: { description: 'd' } };
  const paths = {
    '/vehicles': { get: { responses: { 200: json(vehicles, [{ id: '7' }, { id: '8' }]) } } },
    '/vehicles/{id}': { parameters: named('id'), delete: { responses: gone } },
    '/vehicles/{id}/trips': {
      parameters: named('id'),
      get: { responses: { 200: json(trips) } },
      post: { requestBody: json({ type: 'object' }), responses: { 201: json(trip) } },
    },
    '/trips': { get: { responses: { 200: json(trips, TWO_TRIPS) } } },
    '/trips/{id}': { parameters: named('id'), get: { responses: { 200: json(trip), 404: { description: 'd' } } } },
  };
  const contract = JSON.stringify({ openapi: '3.0.3', info: { title: 'T', version: '1' }, paths });
  const { ask, trips: listed } = await start(join(folderOf({ 'openapi.json': contract }), 'openapi.json'), 'id');
  expect([await listed('/vehicles/7/trips'), await listed('/vehicles/8/trips')]).toEqual([['1'], ['2']]);
  const { body } = await ask.post('/vehicles/8/trips').send({}).expect(201);
  expect(body.vehicleId).toBe('8');
  expect(await listed('/vehicles/8/trips')).toEqual(['2', body.id]);
  await ask.delete('/vehicles/8').expect(204);
  expect(await listed('/trips')).toEqual(['1']);
});
