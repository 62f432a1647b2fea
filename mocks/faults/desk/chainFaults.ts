/** Faults and variants of the order desk that several requests show together. */

import type { DeskCall } from './desk';
import { type DeskFault, variant } from './deskFault';
import { orders } from './orders';

/** Takes an order that nobody has sent. */
function anyOrder(call: DeskCall): DeskCall {
  const content = orders.plain['createOrder'];
  return { ...call, content, parameters: {}, route: { ...call.route, operationId: 'createOrder' } };
}

const ON_ORDERS = ['listOrders', 'createOrder', 'readOrder', 'cancelOrder'];

export const chainFaults: readonly DeskFault[] = [
  {
    name: 'desk-keeps-an-empty-order',
    summary: 'keeps an order without its content where it refuses the content',
    draws: ['refusal-without-effect'],
    operations: ON_ORDERS,
    changes: (good) => ({
      invalid(call, mistake) {
        if (call.route.operationId === 'createOrder') good.act(anyOrder(call));
        return good.invalid(call, mistake);
      },
    }),
  },
  {
    name: 'desk-keeps-an-order-of-nobody',
    summary: 'keeps an order without its content where it refuses the credential',
    draws: ['refusal-without-effect'],
    operations: ON_ORDERS,
    changes: (good) => ({
      refused(call) {
        if (call.route.operationId === 'createOrder') good.act(anyOrder(call));
        return good.refused(call);
      },
    }),
  },
];

export const chainVariants: readonly DeskFault[] = [
  variant('desk-orders-come-in', 'takes orders of others all the time', ON_ORDERS, (good) => ({
    act(call) {
      if (call.route.operationId === 'listOrders') good.act(anyOrder(call));
      return good.act(call);
    },
  })),
];
