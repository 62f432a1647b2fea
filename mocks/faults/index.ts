import { contractFile } from '../../src/contract/contractFile';
import { type Fault, PLANTS } from './catalogue/fault';
import type { Entry, Service } from './catalogue/service';
import { orderDesk, shelfDesk } from './desk';
import { nursery } from './nursery';
import { authentication } from './plantStore/authentication';
import { errorBody } from './plantStore/errorBody';
import { ids } from './plantStore/ids';
import { behave, startStore } from './plantStore/plantStore';
import { success } from './plantStore/success';
import { transport } from './plantStore/transport';
import { undeclared } from './plantStore/undeclared';
import { variants } from './plantStore/variants';
import { greenhouse } from './ten/ten';

const TOKEN = 'sesame-open-9b1f';

function toEntry(fault: Fault): Entry {
  const { name, summary, draws, changes, plants = PLANTS, closed = false } = fault;
  return {
    name,
    summary,
    draws,
    async start() {
      const { url, close } = await startStore(behave(changes), { plants, token: TOKEN });
      return { url, close, handOver: { token: TOKEN, params: { id: plants.map(String) }, closed } };
    },
  };
}

export const plantStore: Service = {
  name: 'plant store',
  contract: contractFile(),
  faults: [...transport, ...success, ...errorBody, ...ids, ...authentication, ...undeclared].map(toEntry),
  variants: variants.map(toEntry),
};

export const services: readonly Service[] = [plantStore, orderDesk, shelfDesk, nursery, greenhouse];
