import { authentication } from './authentication';
import { errorBody } from './errorBody';
import type { Fault } from './fault';
import { ids } from './ids';
import { success } from './success';
import { transport } from './transport';
import { undeclared } from './undeclared';
import { variants } from './variants';

export { type Fault, PLANTS } from './fault';
export { variants };

/** Each draws at least one rule. */
export const faults: readonly Fault[] = [
  ...transport,
  ...success,
  ...errorBody,
  ...ids,
  ...authentication,
  ...undeclared,
];
