import fc from 'fast-check';
import type { Design, WorldFault } from '../design/design';
import { worldChoice } from './choice';

export const coded = worldChoice<Design['coding']>({
  about:
    'How what answers have is coded on its way, for whoever does not say that it takes no such coding (RFC 9110 §12.5.3).',
  plain: 'identity',
  others: fc.constantFrom<Design['coding']>('gzip', 'br', 'deflate'),
  apply(value, design) {
    design.coding = value;
  },
  faults: (value, design) =>
    value === 'identity'
      ? []
      : design.kinds.flatMap(({ operations }) =>
          operations
            .filter(({ answers }) => answers.some(({ schema }) => schema))
            .map(
              (operation): WorldFault => ({
                name: `${operation.id}: it says a coding that it does not have`,
                class: 'header',
                operation,
                rules: ['body-syntax'],
                tamper: () => ({
                  answers: (reply, call) =>
                    call.operation === operation && reply.status < 300 && reply.body !== undefined
                      ? { ...reply, headers: { ...reply.headers, 'Content-Encoding': value } }
                      : reply,
                }),
              }),
            ),
        ),
});
