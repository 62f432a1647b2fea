/** A fleet: its vehicles are made in depots and its trips for vehicles, and both stand by themselves once they are made. */

import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '../../../src/json/value';
import { listenWithJson } from '../catalogue/listen';
import { catalogueEntries, type Service } from '../catalogue/service';
import { type DeskRoute, deskFile, readDocument } from '../desk/document';
import { contentOf, routed } from '../desk/request';
import type { Fleet, KeptTrip } from './deviation';
import { FLEET_FAULTS } from './faults';
import { FLEET_VARIANTS } from './variants';

const CONTRACT = deskFile('fleet.yaml', 'fleet');

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly allow?: string;
}

/** What a request asks for, once its path and its body are read. */
interface Asked {
  readonly route: DeskRoute;
  readonly id: string;
  readonly content: JsonObject;
}

const MISSING: Answer = { status: 404 };
const GONE: Answer = { status: 204 };

class OpenFleet {
  private readonly depots = new Map<string, JsonObject>();
  private readonly vehicles = new Map<string, JsonObject>();
  private readonly trips = new Map<string, KeptTrip>();
  private readonly removed = new Set<string>();
  private readonly bin = new Map<string, KeptTrip>();

  constructor(private readonly fleet: Fleet) {}

  act(asked: Asked): Answer {
    const { operationId } = asked.route;
    if (/Depot$/.test(operationId) && operationId !== 'listVehiclesOfDepot') return this.actOnDepot(asked);
    return /Vehicle(sOfDepot)?$/.test(operationId) && operationId !== 'listTripsOfVehicle'
      ? this.actOnVehicle(asked)
      : this.actOnTrip(asked);
  }

  private actOnDepot({ route: { method }, id, content }: Asked): Answer {
    if (method === 'POST') {
      const depot = { depotId: randomUUID(), ...content };
      this.depots.set(depot.depotId, depot);
      return { status: 201, body: depot };
    }
    const depot = this.depots.get(id);
    if (!depot) return MISSING;
    if (method === 'GET') return { status: 200, body: depot };
    this.depots.delete(id);
    for (const [vehicleId, vehicle] of this.vehicles) if (vehicle['depotId'] === id) this.removeVehicle(vehicleId);
    return GONE;
  }

  private actOnVehicle({ route: { operationId, method }, id, content }: Asked): Answer {
    const { depots, vehicles } = this;
    if (operationId === 'addVehicle' || operationId === 'listVehiclesOfDepot') {
      if (!depots.has(id)) return MISSING;
      if (method === 'GET')
        return { status: 200, body: [...vehicles.values()].filter(({ depotId }) => depotId === id) };
      const vehicle = { vehicleId: randomUUID(), depotId: id, ...content };
      vehicles.set(vehicle.vehicleId, vehicle);
      return { status: 201, body: vehicle };
    }
    const vehicle = vehicles.get(id);
    if (!vehicle) return MISSING;
    if (method === 'GET') return { status: 200, body: vehicle };
    const isUsed = [...this.trips.values()].some(({ vehicleId }) => vehicleId === id);
    if (this.fleet.keepsVehicles && isUsed) return { status: this.fleet.keepsVehicles };
    this.removeVehicle(id);
    return GONE;
  }

  private removeVehicle(id: string): void {
    this.vehicles.delete(id);
    if (this.fleet.leavesTrips) return;
    for (const [tripId, { vehicleId }] of this.trips) if (vehicleId === id) this.trips.delete(tripId);
  }

  private actOnTrip({ route: { operationId, method }, id, content }: Asked): Answer {
    const { puts = (one) => one, lists = () => true, shows = (trip, of) => trip.vehicleId === of } = this.fleet;
    const { trips, vehicles } = this;
    if (operationId === 'listTrips') return this.list(lists, 'in the list of all');
    if (operationId === 'listTripsOfVehicle')
      return vehicles.has(id) ? this.list((trip) => shows(trip, id), 'in its vehicle') : MISSING;
    if (operationId === 'addTrip') {
      if (!vehicles.has(id)) return MISSING;
      const trip = {
        tripId: randomUUID(),
        vehicleId: puts(id, [...vehicles.keys()]),
        progress: 'planned',
        content,
      } as const;
      trips.set(trip.tripId, trip);
      return { status: 201, body: this.shown(trip) };
    }
    const trip = this.removed.has(id) && this.fleet.keeps !== 'everywhere' ? undefined : trips.get(id);
    if (operationId === 'restoreTrip') return this.restore(id, trip);
    if (!trip) return MISSING;
    if (method === 'DELETE') {
      this.bin.set(id, trip);
      if (this.fleet.keeps) this.removed.add(id);
      else trips.delete(id);
      return GONE;
    }
    if (method === 'GET') return { status: 200, body: this.shown(trip) };
    if (method === 'PUT') {
      const put = { ...trip, content: this.fleet.replaces?.(content, trip.content) ?? content };
      trips.set(id, put);
      return { status: 200, body: this.shown(put) };
    }
    const finished: KeptTrip = { ...trip, progress: 'finished' };
    trips.set(id, this.fleet.finishes?.(trip) ?? finished);
    return { status: 200, body: this.shown(this.fleet.says?.(trip) ?? finished) };
  }

  /** Brings back a trip that was removed. @param there the trip, where it is there. */
  private restore(id: string, there: KeptTrip | undefined): Answer {
    const { restores } = this.fleet;
    const trip = this.bin.get(id);
    if (there || (trip && restores === 'never')) return { status: 409 };
    if (!trip) return MISSING;
    if (restores === 'in words') return { status: 200, body: this.shown(trip) };
    if (restores === 'once more') this.bin.delete(id);
    this.removed.delete(id);
    this.trips.set(id, trip);
    return { status: 200, body: this.shown(trip) };
  }

  private list(isShown: (trip: KeptTrip) => boolean, where: Fleet['keeps']): Answer {
    const { keeps } = this.fleet;
    const isThere = ({ tripId }: KeptTrip) => !this.removed.has(tripId) || keeps === where || keeps === 'everywhere';
    const shown = [...this.trips.values()].filter((trip) => isThere(trip) && isShown(trip));
    return { status: 200, body: shown.map((trip) => this.shown(trip)) };
  }

  private shown({ tripId, vehicleId, progress, content, changes }: KeptTrip): JsonObject {
    const counted = changes === undefined ? {} : { changes };
    return { tripId, ...(this.fleet.hidesVehicle ? {} : { vehicleId }), progress, ...content, ...counted };
  }
}

/** Opens a fleet. @returns what answers its requests. */
function open(fleet: Fleet): (request: IncomingMessage, text: string) => Answer {
  const document = readDocument(CONTRACT);
  const opened = new OpenFleet(fleet);
  return (request, text) => {
    const asked = routed(document, request);
    if ('status' in asked) return asked;
    const { route, ids } = asked;
    const sent = contentOf(document, route, request, text);
    if ('status' in sent) return sent;
    const [id = ''] = ids;
    return opened.act({ route, id, content: sent.content });
  };
}

async function startFleet(fleet: Fleet) {
  return { ...(await listenWithJson(open(fleet))), handOver: { writes: 'own' } as const };
}

export const fleetOfVehicles: Service = {
  name: 'fleet',
  contract: CONTRACT,
  faults: catalogueEntries(FLEET_FAULTS, startFleet),
  variants: catalogueEntries(FLEET_VARIANTS, startFleet),
};
