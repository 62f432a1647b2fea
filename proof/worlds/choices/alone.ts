import fc from 'fast-check';
import { kindChoice } from './choice';

export const alone = kindChoice<boolean>({
  about:
    'Whether a thing that is made and listed below another one stands by itself: POST /orders/7/lines makes what GET /lines/3 shows.',
  plain: false,
  others: fc.constant(true),
  apply(value, kind) {
    const { before, isInQuery } = kind.naming;
    kind.isAlone = value && kind.parent !== undefined && before === undefined && !isInQuery;
  },
});
