/** All faults and variants, of every service. */

import { archiveOfRecords } from './archive/archive';
import { cabinetOfDrawers } from './cabinet/cabinet';
import { PLANTS, type StoreFault } from './catalogue/fault';
import type { CatalogueEntry, Service } from './catalogue/service';
import { courierOffice } from './courier/courier';
import { orderDesk, shelfDesk } from './desk';
import { fleetOfVehicles } from './fleet/fleet';
import { fleetingServices } from './fleeting';
import { guestBook } from './guests/guests';
import { harbourOfNames } from './harbour/harbour';
import { kioskOfWorkflow } from './kiosk/kiosk';
import { notesOfTwo } from './notes/notes';
import { nursery } from './nursery';
import { parcelOffice } from './parcels/parcels';
import { authentication } from './plantStore/authentication';
import { plantStoreFile } from './plantStore/contract';
import { errorBody } from './plantStore/errorBody';
import { ids } from './plantStore/ids';
import { behaveAsStore, startStore } from './plantStore/plantStore';
import { successFaults } from './plantStore/success';
import { transport } from './plantStore/transport';
import { undeclared } from './plantStore/undeclared';
import { variants } from './plantStore/variants';
import { rotaOfShifts } from './rota/rota';
import { greenhouse } from './ten/ten';

const TOKEN = 'sesame-open-9b1f';

function toEntry(fault: StoreFault): CatalogueEntry {
  const { name, summary, draws, changes, plants = PLANTS, closed = false } = fault;
  return {
    name,
    summary,
    draws,
    async start() {
      const { url, close } = await startStore(behaveAsStore(changes), { plants, token: TOKEN });
      return { url, close, handOver: { token: TOKEN, params: { id: plants.map(String) }, closed } };
    },
  };
}

export const plantStore: Service = {
  name: 'plant store',
  contract: plantStoreFile(),
  faults: [...transport, ...successFaults, ...errorBody, ...ids, ...authentication, ...undeclared].map(toEntry),
  variants: variants.map(toEntry),
};

export const services: readonly Service[] = [
  plantStore,
  orderDesk,
  shelfDesk,
  nursery,
  greenhouse,
  parcelOffice,
  notesOfTwo,
  guestBook,
  harbourOfNames,
  kioskOfWorkflow,
  courierOffice,
  archiveOfRecords,
  fleetOfVehicles,
  rotaOfShifts,
  cabinetOfDrawers,
  ...fleetingServices,
];
