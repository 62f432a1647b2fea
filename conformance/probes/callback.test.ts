import { COURIER, contractWith } from '../contracts.testing';
import { callbackProbe } from './callback';
import { probeTable } from './operation.testing';

const callbackUrl = (_: unknown, place: number) => `http://127.0.0.1:9/us/${place + 1}`;
const UNCONFINED = 'it may change anything: no part of its path names a thing that you handed over';
const given = { callbackUrl, writes: 'own' } as const;

probeTable(callbackProbe, COURIER, [
  {
    when: 'a body names the URL',
    about: 'POST /deliveries',
    given: { ...given, writes: 'any' },
    asks: ['with a URL for its callbacks: POST /deliveries, {"to":"#-#","tell":"http://127.0.0.1:9/us/1"}'],
  },
  {
    when: 'the run may not make anything',
    about: 'POST /deliveries',
    given: { callbackUrl },
    asks: [],
    leftOut: UNCONFINED,
  },
  { when: 'nobody listens', about: 'POST /deliveries', given: { writes: 'any' }, asks: [] },
  { when: 'it has no callback', about: 'GET /deliveries/{delivery}', given, asks: [] },
]);

const called = { post: { responses: { 200: { description: 'd' } } } };
const named = (name: string, where: string, schema: object) => ({ name, in: where, schema });
const job = (callbacks: object, parameters: readonly object[]) => ({
  post: { parameters, callbacks, responses: { 202: { description: 'd' } } },
});

probeTable(
  callbackProbe,
  contractWith({
    '/both': job({ data: { '{$request.query.to}/data': called }, fail: { '$request.header.X-Fail': called } }, [
      named('to', 'query', { type: 'string', format: 'uri' }),
      named('X-Fail', 'header', { type: 'string' }),
    ]),
    '/https': job({ data: { '{$request.query.to}': called } }, [
      named('to', 'query', { type: 'string', pattern: '^https://' }),
    ]),
    '/own': job({ data: { 'https://hooks.example.com/{$request.query.to}': called } }, [
      named('to', 'query', { type: 'string' }),
    ]),
    '/asked': {
      get: {
        parameters: [named('to', 'query', { type: 'string' })],
        callbacks: { data: { '{$request.query.to}': called } },
        responses: { 200: { description: 'd' } },
      },
    },
  }),
  [
    {
      when: 'a query and a header name the URLs of two callbacks',
      about: 'POST /both',
      given: { ...given, writes: 'any' },
      asks: ['with a URL for its callbacks: POST /both?to=http://127.0.0.1:9/us/1, X-Fail: http://127.0.0.1:9/us/2'],
    },
    {
      when: 'the contract allows no such URL',
      about: 'POST /https',
      given: { ...given, writes: 'any' },
      asks: [],
    },
    { when: 'the host is not the client’s', about: 'POST /own', given: { ...given, writes: 'any' }, asks: [] },
    {
      when: 'the operation only reads',
      about: 'GET /asked',
      given: { callbackUrl },
      asks: ['with a URL for its callbacks: GET /asked?to=http://127.0.0.1:9/us/1'],
    },
  ],
);
