/** Services in which trips are made below vehicles and stand by themselves, so that no path of a trip says whose vehicle it is of. */

import { contractOf, INTEGER, listOf, objectOf, objectWith, operation, resource, TEXT } from '../contracts';
import type { Call, Reply, Steps, StrangerChanges } from '../store';
import { type Stranger, thingsOfPeople } from '../stranger';
import { STRANGERS, type StrangerThing } from '../things';

const SENT = objectWith({ name: TEXT });
const TRIP = objectOf({ tripId: INTEGER, vehicleId: INTEGER, name: TEXT });

const below = (list: boolean) => [
  ...(list ? [operation('GET /vehicles/{vehicleId}/trips', { answers: { 200: listOf(TRIP) } })] : []),
  operation('POST /vehicles/{vehicleId}/trips', { sent: SENT, answers: { 200: TRIP, 201: TRIP } }),
];

/** What the contract has beside the POST below a vehicle. */
interface Shape {
  /** Whether it lists the trips of a vehicle, and all trips. Default: both. */
  readonly lists?: 'of a vehicle' | 'all' | 'both';
  readonly reads?: false;
}

const shallowContract = ({ lists = 'both', reads }: Shape) =>
  contractOf(
    resource('/vehicles/{vehicleId}', { idMember: 'vehicleId', verbs: ['list', 'create', 'read', 'remove'] }),
    ...below(lists !== 'all'),
    resource('/trips/{tripId}', {
      idMember: 'tripId',
      members: { vehicleId: { ...INTEGER, readOnly: true } },
      verbs: [
        ...(lists === 'of a vehicle' ? [] : (['list'] as const)),
        ...(reads === false ? [] : (['read'] as const)),
        'replace',
        'remove',
      ],
    }),
  );

const BEFORE = {
  '/vehicles': thingsOfPeople(),
  '/trips': Object.fromEntries(Object.entries(thingsOfPeople()).map(([id, thing]) => [id, { vehicleId: 1, ...thing }])),
};

/** The number of the vehicle in whose trips a request is sent. */
const vehicleOf = ({ path }: Call): string | undefined => /^\/vehicles\/(\d+)\/trips$/.exec(path)?.[1];

/** Puts a trip of a stranger into a vehicle. */
const putIn = ({ store }: Call, vehicle: string, name: string): void =>
  store.set(`/trips/${store.nextId()}`, { vehicleId: Number(vehicle), name }, STRANGERS);

/** A store in which a vehicle takes its trips along when it is removed. */
const shallowStore = (
  name: string,
  sentence: string,
  changes: StrangerChanges = () => ({}),
  shape: Shape & Pick<Stranger, 'isAlone' | 'isHonest'> = {},
): Stranger => ({
  name,
  sentence,
  contract: shallowContract(shape),
  before: BEFORE,
  ...(shape.isAlone ? { isAlone: true } : {}),
  ...(shape.isHonest ? { isHonest: true } : {}),
  changes: (good) => ({ ...shallowly(good), ...changes({ ...good, ...shallowly(good) }) }),
});

function shallowly(good: Steps): Pick<Steps, 'show' | 'list' | 'create' | 'put' | 'remove'> {
  const show = (thing: StrangerThing, id: string, { path }: Call) =>
    path.includes('/trips') ? { tripId: Number(id), ...thing } : { vehicleId: Number(id), ...thing };
  return {
    show,
    list(call) {
      const vehicle = vehicleOf(call);
      if (vehicle === undefined) return good.list(call);
      const trips = [...call.store.in('/trips')].filter(([, { thing }]) => String(thing['vehicleId']) === vehicle);
      return { status: 200, body: trips.map(([id, { thing }]) => show(thing, id, call)) };
    },
    create(call) {
      const vehicle = vehicleOf(call);
      if (vehicle === undefined) return good.create(call);
      const id = call.store.nextId();
      const trip = { ...call.content, vehicleId: Number(vehicle) };
      call.store.set(`/trips/${id}`, trip, call.owner);
      return { status: 201, body: show(trip, id, call) };
    },
    put(call, found) {
      return good.put({ ...call, content: { ...call.content, vehicleId: found?.['vehicleId'] } }, found);
    },
    remove(call) {
      const [, vehicle] = /^\/vehicles\/(\d+)$/.exec(call.path) ?? [];
      for (const [id, { thing }] of vehicle === undefined ? [] : [...call.store.in('/trips')])
        if (String(thing['vehicleId']) === vehicle) call.store.remove(`/trips/${id}`);
      return good.remove(call);
    },
  };
}

/** The same reply with another number of the trip. */
function renumbered(reply: Reply, tripId: number): Reply {
  return { ...reply, body: { ...(reply.body as StrangerThing), tripId } };
}

export const strangersOnTrips: readonly Stranger[] = [
  shallowStore('shallow', 'POST /vehicles/{}/trips makes what stands at /trips/{}.', undefined, { isHonest: true }),
  shallowStore('shallow-one-list', 'It is so, and only a vehicle lists its trips.', undefined, {
    isHonest: true,
    lists: 'of a vehicle',
  }),
  shallowStore('shallow-unread', 'It is so, and no GET shows one trip by itself.', undefined, {
    lists: 'of a vehicle',
    reads: false,
  }),
  shallowStore(
    'shallow-shared',
    'A stranger puts a trip into a vehicle of the run after each of its own; DELETE of the vehicle takes all of them along.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        const vehicle = vehicleOf(call);
        if (vehicle !== undefined) putIn(call, vehicle, 'What Hal drives');
        return reply;
      },
    }),
    { isAlone: true },
  ),
  shallowStore(
    'shallow-shared-silently',
    'From the second reading of a vehicle on, a stranger has put a trip into it; only the list of its trips tells.',
    (good) => {
      const visited = new Set<string>();
      return {
        read(call, found) {
          const isOwn = call.collection === '/vehicles' && call.store.at(call.path)?.owner === call.owner;
          if (isOwn && visited.has(call.path)) putIn(call, call.id, 'What Hal drives');
          if (isOwn) visited.add(call.path);
          return good.read(call, found);
        },
      };
    },
    { isAlone: true, lists: 'of a vehicle' },
  ),
  shallowStore(
    'shallow-names-another',
    'POST of a trip is answered with the number of a trip of a stranger.',
    (good) => ({
      create(call) {
        const reply = good.create(call);
        return vehicleOf(call) === undefined ? reply : renumbered(reply, 3);
      },
    }),
  ),
  shallowStore(
    'shallow-in-trouble',
    'Every third POST of a trip keeps it, and is answered 500; only the list of its vehicle tells.',
    (good) => {
      let made = 0;
      return {
        create(call) {
          const reply = good.create(call);
          return vehicleOf(call) !== undefined && ++made % 3 === 0 ? { status: 500 } : reply;
        },
      };
    },
    { lists: 'of a vehicle' },
  ),
  shallowStore(
    'shallow-finds-one',
    'POST of a trip finds the first one of a stranger, and answers 200 with it.',
    (good) => ({
      create(call) {
        if (vehicleOf(call) === undefined) return good.create(call);
        return { status: 200, body: good.show(call.store.at('/trips/1')?.thing ?? {}, '1', call) };
      },
    }),
    { lists: 'of a vehicle' },
  ),
];
