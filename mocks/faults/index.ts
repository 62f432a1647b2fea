import { contractFile } from '../../src/commands/contractFile';
import { authentication } from './authentication';
import { orderDesk, shelfDesk } from './desk';
import { errorBody } from './errorBody';
import { type Fault, PLANTS } from './fault';
import { ids } from './ids';
import { nursery } from './nursery';
import { behave, startStore } from './plantStore';
import type { Entry, Service } from './service';
import { success } from './success';
import { greenhouse } from './ten/ten';
import { transport } from './transport';
import { undeclared } from './undeclared';
import { variants } from './variants';

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
