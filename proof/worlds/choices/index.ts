/** All choices. They change a design in this order. */

import { account } from './account';
import { also } from './actions';
import { alone } from './alone';
import { bulk } from './bulk';
import { business } from './business';
import { busy } from './busy';
import { caches } from './caches';
import { coded } from './coded';
import { coerces } from './coerces';
import { creates } from './creates';
import { admits } from './credentials';
import { documented } from './documented';
import { files } from './files';
import { heads } from './heads';
import { idempotency } from './idempotency';
import { accepted } from './jobs';
import { joins } from './joins';
import { jsonPatches } from './jsonPatches';
import { keeps } from './keeps';
import { lags } from './lags';
import { limits } from './limits';
import { lists } from './lists';
import { lock } from './lock';
import { manners } from './manners';
import { merges } from './merges';
import { moves } from './moves';
import { normalised } from './normalised';
import { missing } from './operations';
import { prefix } from './prefix';
import { quota } from './quota';
import { refersTo } from './references';
import { removes } from './removes';
import { replaces } from './replaces';
import { restores } from './restores';
import { searches } from './searches';
import { served } from './served';
import { single } from './single';
import { states } from './states';
import { stock } from './stock';
import { unique } from './unique';
import { upserts } from './upserts';
import { validators } from './validators';
import { wrapper } from './wrapper';

export const worldChoices = { prefix, manners, documented, admits, busy, limits, coded, account };

export const kindChoices = {
  alone,
  wrapper,
  served,
  missing,
  refersTo,
  business,
  unique,
  also,
  bulk,
  moves,
  restores,
  states,
  stock,
  files,
  single,
  searches,
  lists,
  lags,
  creates,
  upserts,
  joins,
  accepted,
  quota,
  replaces,
  merges,
  jsonPatches,
  removes,
  keeps,
  normalised,
  coerces,
  idempotency,
  lock,
  validators,
  caches,
  heads,
};
