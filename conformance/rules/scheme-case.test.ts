import { DESK, PLANTS } from '../contracts.testing';
import { ruleTable, should } from './exchange.testing';
import { schemeCase } from './scheme-case';

const usual = { ask: 'DELETE /plants/999', probe: 'scheme', exists: false } as const;

function spelt(letters: 'the usual' | 'lower' | 'upper', status: number, ask = 'DELETE /plants/999') {
  return { ask, probe: 'scheme', name: `the scheme in ${letters} case`, exists: false, status } as const;
}

function refused(expected: string, actual: string) {
  return should('a valid credential was refused for the letter case of its scheme', expected, actual);
}

ruleTable(schemeCase, PLANTS, [
  [
    '`bearer` is refused where `Bearer` is let in',
    [spelt('the usual', 404), spelt('lower', 401), spelt('upper', 404)],
    refused('404 Not Found, as for the usual spelling', '401 Unauthorized to the scheme in lower case'),
  ],
  [
    '`BEARER` is refused where `Bearer` is let in',
    [spelt('the usual', 400), spelt('lower', 400), spelt('upper', 403)],
    refused('400 Bad Request, as for the usual spelling', '403 Forbidden to the scheme in upper case'),
  ],
  [
    'every other spelling is refused',
    [spelt('the usual', 204), spelt('lower', 401), spelt('upper', 401)],
    [
      refused('204 No Content, as for the usual spelling', '401 Unauthorized to the scheme in lower case'),
      refused('204 No Content, as for the usual spelling', '401 Unauthorized to the scheme in upper case'),
    ],
  ],
  ['every spelling is let in', [spelt('the usual', 404), spelt('lower', 404), spelt('upper', 404)], 'kept'],
  [
    'another spelling is answered otherwise, but let in',
    [spelt('the usual', 404), spelt('lower', 400), spelt('upper', 410)],
    'kept',
  ],
  [
    'the usual spelling is refused, too, so that the token is the reason',
    [spelt('the usual', 401), spelt('lower', 401), spelt('upper', 401)],
    'silent',
  ],
  [
    'the usual spelling had no answer',
    [{ ...usual, error: ['reset', 'reset the connection'] }, spelt('lower', 401)],
    'silent',
  ],
  ['the usual spelling was asked alone', spelt('the usual', 404), 'silent'],
]);

const basket = 'DELETE /basket';

ruleTable(schemeCase, DESK, [
  [
    '`basic` is refused where `Basic` is let in',
    [spelt('the usual', 205, basket), spelt('lower', 401, basket)],
    refused('205 Reset Content, as for the usual spelling', '401 Unauthorized to the scheme in lower case'),
  ],
  ['a key has no scheme', spelt('lower', 401, 'GET /orders'), 'unbound'],
  ['a token is required together with a key', spelt('lower', 401, 'DELETE /orders/11'), 'unbound'],
]);
