/** The order desk and the shelf desk with all their faults and variants. */

import type { CatalogueEntry, HandOver, Service } from '../catalogue/service';
import { answerVariants } from './answerVariants';
import { chainFaults, chainVariants } from './chainFaults';
import { content } from './content';
import { credentials } from './credentials';
import { behaveAsDesk, CREDENTIALS, type Desk, startDesk } from './desk';
import type { DeskFault } from './deskFault';
import { input } from './input';
import { ORDERS, orders } from './orders';
import { replies } from './replies';
import { requestVariants } from './requestVariants';
import { shelfFaults, shelfVariants } from './shelfFaults';
import { shelfUnusualFaults, shelfUnusualVariants } from './shelfUnusual';
import { SHELVES, shelves } from './shelves';
import { unusualFaults, unusualVariants } from './unusual';

function toEntry(desk: Desk, handOver: HandOver): (fault: DeskFault) => CatalogueEntry {
  return ({ changes, ...named }) => ({
    ...named,
    async start() {
      return { ...(await startDesk(behaveAsDesk(desk, changes))), handOver };
    },
  });
}

const { keyInHeader = '', keyInQuery = '', clerk = '', oauth = '' } = CREDENTIALS;

const ofOrders = toEntry(orders, {
  token: oauth,
  credentials: { keyInHeader, keyInQuery, clerk },
  params: { id: ORDERS.map(String) },
  writes: 'any',
});

export const orderDesk: Service = {
  name: 'order desk',
  contract: orders.file,
  faults: [...input, ...credentials, ...replies, ...content, ...unusualFaults, ...chainFaults].map(ofOrders),
  variants: [...requestVariants, ...answerVariants, ...unusualVariants, ...chainVariants].map(ofOrders),
};

const ofShelves = toEntry(shelves, {
  credentials: { keyInHeader },
  params: { id: SHELVES.map(String) },
  writes: 'any',
});

export const shelfDesk: Service = {
  name: 'shelf desk',
  contract: shelves.file,
  faults: [...shelfFaults, ...shelfUnusualFaults].map(ofShelves),
  variants: [...shelfVariants, ...shelfUnusualVariants].map(ofShelves),
};
