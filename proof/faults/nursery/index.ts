/** The nursery with all its faults and variants. */

import type { CatalogueEntry, Service } from '../catalogue/service';
import { type NurseryFault, nurseryFaults } from './faults';
import { NURSERY, NURSERY_TOKEN, startNursery } from './nursery';
import { nurseryVariants } from './variants';

function toEntry({ changes, ...named }: NurseryFault): CatalogueEntry {
  return {
    ...named,
    async start() {
      const { url, close } = await startNursery(changes);
      // Nothing else is handed over, since the run makes the things that it asks about.
      return { url, close, handOver: { token: NURSERY_TOKEN, writes: 'own' } };
    },
  };
}

export const nursery: Service = {
  name: 'nursery',
  contract: NURSERY,
  faults: nurseryFaults.map(toEntry),
  variants: nurseryVariants.map(toEntry),
};
