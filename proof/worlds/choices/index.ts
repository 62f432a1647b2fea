/** All choices. They change a design in this order. */

import { creates } from './creates';
import { admits } from './credentials';
import { documented } from './documented';
import { keeps } from './keeps';
import { lists } from './lists';
import { lock } from './lock';
import { manners } from './manners';
import { merges } from './merges';
import { missing } from './operations';
import { prefix } from './prefix';
import { refersTo } from './references';
import { removes } from './removes';
import { replaces } from './replaces';
import { served } from './served';
import { unique } from './unique';
import { wrapper } from './wrapper';

export const worldChoices = { prefix, manners, documented, admits };

export const kindChoices = {
  wrapper,
  served,
  missing,
  refersTo,
  lists,
  creates,
  replaces,
  merges,
  removes,
  keeps,
  unique,
  lock,
};
