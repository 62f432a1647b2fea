/** Services in which a thing is made at one path, and read or removed at another one that does not look like it. */

import { contractOf, INTEGER, listOf, objectOf, objectWith, operation, resource, TEXT, textLike } from '../contracts';
import { type Call, NONE, type StrangerChanges } from '../store';
import type { Stranger } from '../stranger';
import { answeredBy, both, DONE, desk, idsWhere, makes } from './parts';

const TOKEN_SHAPE = objectOf({ name: TEXT, token: TEXT });

const IPV4 = textLike('^\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}$', '198.51.100.7');
const AUTOPRIMARY = objectWith({ ip: IPV4, nameserver: TEXT });

/** Things whose ids are shown as they are. */
const shownAsTheyAre: StrangerChanges = () => ({ show: (thing) => thing });

export const strangersWithPathsApart: readonly Stranger[] = [
  {
    name: 'api-tokens',
    sentence:
      'Tokens are read by their names and removed by their secrets; DELETE with a name answers 200, and does nothing.',
    contract: contractOf(
      operation('GET /api-tokens', { answers: { 200: listOf(TOKEN_SHAPE) } }),
      operation('POST /api-tokens', { sent: objectWith({ name: TEXT }), answers: { 201: TOKEN_SHAPE } }),
      operation('GET /api-tokens/{name}', { ids: { name: TEXT }, answers: { 200: listOf(TOKEN_SHAPE) } }),
      operation('PUT /api-tokens/{token}', {
        ids: { token: TEXT },
        sent: objectWith({ expiresAt: { type: 'string', format: 'date-time' } }),
        answers: { 200: null },
      }),
      operation('DELETE /api-tokens/{token}', { ids: { token: TEXT }, answers: { 200: null } }),
    ),
    before: { '/api-tokens': { 'secret-of-ada': { name: 'ada', token: 'secret-of-ada' } } },
    changes: both(
      shownAsTheyAre,
      answeredBy({
        'POST /api-tokens'(call) {
          const token = `secret-${call.store.nextId()}`;
          call.store.set(`/api-tokens/${token}`, { ...call.content, token }, call.owner);
          return { status: 201, body: { ...call.content, token } };
        },
        'GET /api-tokens/{name}': (call, name) => ({
          status: 200,
          body: idsWhere(call, '/api-tokens', (thing) => thing['name'] === name).map(
            (id) => call.store.at(`/api-tokens/${id}`)?.thing,
          ),
        }),
        'PUT /api-tokens/{token}': () => ({ status: 200 }),
        'DELETE /api-tokens/{token}'(call) {
          call.store.remove(call.path);
          return { status: 200 };
        },
      }),
    ),
  },
  {
    name: 'autoprimaries',
    sentence:
      'What POST makes has two parameters as its key: DELETE /autoprimaries/{ip}/{nameserver}; POST answers 201 without a body.',
    contract: contractOf(
      operation('GET /autoprimaries', { answers: { 200: listOf(AUTOPRIMARY) } }),
      operation('POST /autoprimaries', { sent: AUTOPRIMARY, answers: { 201: null } }),
      operation('DELETE /autoprimaries/{ip}/{nameserver}', { ids: { ip: IPV4, nameserver: TEXT } }),
    ),
    before: {
      '/autoprimaries': { '198.51.100.7 ns1.example.com': { ip: '198.51.100.7', nameserver: 'ns1.example.com' } },
    },
    changes: both(
      shownAsTheyAre,
      () => ({ resolve: (path) => path.replace(/^(\/autoprimaries\/[^/]+)\/(.+)$/s, '$1 $2') }),
      answeredBy({
        'POST /autoprimaries'(call) {
          const { ip, nameserver } = call.content;
          const item = `/autoprimaries/${String(ip)} ${String(nameserver)}`;
          if (call.store.at(item)) return { status: 409, body: { message: 'There is one.' } };
          call.store.set(item, call.content, call.owner);
          return { status: 201 };
        },
      }),
    ),
  },
  {
    name: 'autoprimaries-below-a-server',
    sentence: 'As `autoprimaries`, below a server that the user hands over.',
    contract: contractOf(
      operation('GET /servers/{server_id}/autoprimaries', {
        ids: { server_id: TEXT },
        answers: { 200: listOf(AUTOPRIMARY) },
      }),
      operation('POST /servers/{server_id}/autoprimaries', {
        ids: { server_id: TEXT },
        sent: AUTOPRIMARY,
        answers: { 201: null },
      }),
      operation('DELETE /servers/{server_id}/autoprimaries/{ip}/{nameserver}', {
        ids: { server_id: TEXT, ip: IPV4, nameserver: TEXT },
      }),
    ),
    before: {
      '/servers/localhost/autoprimaries': {
        '198.51.100.7 ns1.example.com': { ip: '198.51.100.7', nameserver: 'ns1.example.com' },
      },
    },
    params: { server_id: ['localhost'] },
    changes: both(
      shownAsTheyAre,
      () => ({ resolve: (path) => path.replace(/^(\/servers\/[^/]+\/autoprimaries\/[^/]+)\/(.+)$/s, '$1 $2') }),
      answeredBy({
        'POST /servers/{server_id}/autoprimaries'(call) {
          const { ip, nameserver } = call.content;
          const item = `${call.path}/${String(ip)} ${String(nameserver)}`;
          if (call.store.at(item)) return { status: 409, body: { message: 'There is one.' } };
          call.store.set(item, call.content, call.owner);
          return { status: 201 };
        },
      }),
    ),
  },
  {
    name: 'silences',
    sentence: 'POST /silences answers 200 with {"silenceID"}; it is read and removed at /silence/{silenceID}.',
    contract: contractOf(
      operation('GET /silences', { answers: { 200: listOf(objectOf({ id: TEXT, comment: TEXT })) } }),
      operation('POST /silences', {
        sent: objectWith({ comment: TEXT, createdBy: TEXT }),
        answers: { 200: objectOf({ silenceID: TEXT }) },
      }),
      operation('GET /silence/{silenceID}', {
        ids: { silenceID: TEXT },
        answers: { 200: objectOf({ id: TEXT, comment: TEXT }) },
      }),
      operation('DELETE /silence/{silenceID}', { ids: { silenceID: TEXT }, answers: { 200: null } }),
    ),
    before: { '/silences': { 'sil-1': { comment: 'While Ada is away', createdBy: 'ada' } } },
    changes: both(
      () => ({
        resolve: (path) => path.replace(/^\/silence\//, '/silences/'),
        show: (thing, id) => ({ id, ...thing }),
        remove({ store, path }) {
          store.remove(path);
          return { status: 200 };
        },
      }),
      answeredBy({
        'POST /silences'(call) {
          const id = `sil-${call.store.nextId()}`;
          call.store.set(`/silences/${id}`, call.content, call.owner);
          return { status: 200, body: { silenceID: id } };
        },
      }),
    ),
  },
  {
    name: 'people-and-person',
    sentence:
      'POST /people answers {"person_id"}; it is read and removed at /person/{person_id}, and nothing lists it.',
    contract: contractOf(
      operation('POST /people', {
        sent: objectWith({ name: TEXT }),
        answers: { 201: objectOf({ person_id: INTEGER }) },
      }),
      operation('GET /person/{person_id}', { answers: { 200: objectOf({ name: TEXT }) } }),
      operation('DELETE /person/{person_id}', {}),
    ),
    before: { '/people': { '1': { name: 'Ada' }, '2': { name: 'Bela' } } },
    changes: both(() => ({
      resolve: (path) => path.replace(/^\/person\//, '/people/'),
      show: (thing) => thing,
      created: (_, id) => ({ status: 201, body: { person_id: Number(id) } }),
    })),
  },
  {
    name: 'jobs-and-runs',
    sentence: 'POST /jobs/{name}/start makes a run: 202 with {"run": 7}, which is read and cancelled at /runs/{runId}.',
    contract: contractOf(
      operation('GET /jobs', { answers: { 200: listOf(objectOf({ name: TEXT })) } }),
      operation('POST /jobs/{name}/start', { ids: { name: TEXT }, answers: { 202: objectOf({ run: INTEGER }) } }),
      operation('POST /jobs', { sent: objectWith({ name: TEXT }), answers: { 201: objectOf({ name: TEXT }) } }),
      operation('DELETE /jobs/{name}', { ids: { name: TEXT } }),
      resource('/runs/{runId}', {
        idMember: 'runId',
        required: [],
        members: { job: TEXT },
        verbs: ['list', 'read', 'remove'],
      }),
    ),
    before: { '/jobs': { nightly: { name: 'nightly' } }, '/runs': { '1': { job: 'nightly' } } },
    changes: both(
      () => ({
        show: (thing, id, { collection }) => (collection === '/runs' ? { runId: Number(id), ...thing } : thing),
      }),
      answeredBy({
        'POST /jobs'(call) {
          const name = String(call.content['name']);
          if (call.store.at(`/jobs/${name}`)) return { status: 409, body: { message: 'There is one.' } };
          call.store.set(`/jobs/${name}`, call.content, call.owner);
          return { status: 201, body: call.content };
        },
        'POST /jobs/{name}/start': (call, name = '') =>
          call.store.at(`/jobs/${name}`)
            ? { status: 202, body: { run: Number(makes(call, '/runs', { job: name }).id) } }
            : NONE,
      }),
    ),
  },
  {
    name: 'removed-by-query',
    sentence: 'Labels are removed with DELETE /labels?name=…; without a name, all of them are.',
    contract: contractOf(
      operation('GET /labels', { answers: { 200: listOf(objectOf({ name: TEXT })) } }),
      operation('POST /labels', { sent: objectWith({ name: TEXT }), answers: { 201: objectOf({ name: TEXT }) } }),
      operation('DELETE /labels', {
        parameters: [{ in: 'query', name: 'name', schema: { ...TEXT, example: 'urgent' } }],
      }),
    ),
    before: { '/labels': { '1': { name: 'urgent' }, '2': { name: 'late' } } },
    changes: both(
      () => ({ show: (thing) => thing, created: (_, __, thing) => ({ status: 201, body: thing }) }),
      answeredBy({
        'DELETE /labels'(call) {
          const name = call.query.get('name');
          for (const id of idsWhere(call, '/labels', (thing) => name === null || thing['name'] === name))
            call.store.remove(`/labels/${id}`);
          return DONE;
        },
      }),
    ),
  },
  desk({
    name: 'removed-by-an-action',
    sentence: 'Orders are removed with POST /orders/{id}/remove, and in no other way.',
    shape: { verbs: ['list', 'create', 'read'] },
    paths: [operation('POST /orders/{id}/remove')],
    answers: {
      'POST /orders/{id}/remove'({ store }, id) {
        if (!store.at(`/orders/${id}`)) return NONE;
        store.remove(`/orders/${id}`);
        return DONE;
      },
    },
  }),
  {
    name: 'keys-by-fingerprint',
    sentence:
      'POST /keys answers with a secret, and the list with its fingerprint, by which it is removed; the label is the only tie.',
    contract: contractOf(
      operation('GET /keys', { answers: { 200: listOf(objectOf({ fingerprint: TEXT, label: TEXT })) } }),
      operation('POST /keys', { sent: objectWith({ label: TEXT }), answers: { 201: objectOf({ secret: TEXT }) } }),
      operation('DELETE /keys/{fingerprint}', { ids: { fingerprint: TEXT } }),
    ),
    before: { '/keys': { 'fp-1': { label: 'Ada’s laptop' }, 'fp-2': { label: 'label' } } },
    changes: both(
      () => ({ show: (thing, id) => ({ fingerprint: id, ...thing }) }),
      answeredBy({
        'POST /keys'(call) {
          const number = call.store.nextId();
          call.store.set(`/keys/fp-${number}`, call.content, call.owner);
          return { status: 201, body: { secret: `s3cr3t-${number}-${'x'.repeat(20)}` } };
        },
      }),
    ),
  },
  {
    name: 'sessions-without-a-list',
    sentence:
      'POST /sessions answers 201 with {"token"}, and the only way to end one is DELETE /sessions/current with that token as a header.',
    contract: contractOf(
      operation('POST /sessions', { sent: objectWith({ user: TEXT }), answers: { 201: objectOf({ token: TEXT }) } }),
      operation('DELETE /sessions/current', {
        parameters: [
          { in: 'header', name: 'X-Session', required: true, schema: { ...TEXT, example: 'session-of-ada' } },
        ],
      }),
    ),
    before: { '/sessions': { 'session-of-ada': { user: 'ada' } } },
    changes: answeredBy({
      'POST /sessions'(call) {
        const token = `session-${call.store.nextId()}`;
        call.store.set(`/sessions/${token}`, call.content, call.owner);
        return { status: 201, body: { token } };
      },
      'DELETE /sessions/current'(call: Call) {
        const item = `/sessions/${String(call.headers['x-session'])}`;
        if (!call.store.at(item)) return NONE;
        call.store.remove(item);
        return DONE;
      },
    }),
  },
];
