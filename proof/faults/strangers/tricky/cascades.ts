/** Services in which a request to one thing, or to a list, removes or changes others with it. */

import { contractOf, INTEGER, listOf, objectOf, objectWith, operation, resource, TEXT } from '../contracts';
import { type Stranger, thingsOfPeople } from '../stranger';
import { STRANGERS } from '../things';
import { DONE, desk, idsWhere } from './parts';

const FOLDERS = contractOf(
  resource('/folders/{folderId}', { idMember: 'folderId', verbs: ['list', 'create', 'read', 'remove'] }),
  resource('/folders/{folderId}/files/{id}', { verbs: ['list', 'create', 'read', 'remove'] }),
);

const FOLDERS_BEFORE = { '/folders': thingsOfPeople(), '/folders/1/files': thingsOfPeople(['7']) };

/** Shows folders with their own name for the id. @param isNoted whether a folder tells how many files it holds. */
const folderStore = (name: string, sentence: string, when: 'made' | 'read', isNoted: boolean): Stranger => ({
  name,
  sentence,
  contract: FOLDERS,
  before: FOLDERS_BEFORE,
  isAlone: true,
  changes: (good) => {
    const visited = new Set<string>();
    return {
      show: (thing, id, { collection, store }) =>
        collection === '/folders'
          ? { folderId: Number(id), ...thing, ...(isNoted ? { files: store.in(`/folders/${id}/files`).size } : {}) }
          : { id: Number(id), ...thing },
      create(call) {
        const reply = good.create(call);
        if (when === 'made' && call.collection !== '/folders')
          call.store.set(`${call.collection}/${call.store.nextId()}`, { name: 'What Hal has put here' }, STRANGERS);
        return reply;
      },
      read(call, found) {
        const isOwn = call.collection === '/folders' && call.store.at(call.path)?.owner === call.owner;
        if (when === 'read' && isOwn && visited.has(call.path))
          call.store.set(`${call.path}/files/${call.store.nextId()}`, { name: 'What Hal has put here' }, STRANGERS);
        if (isOwn) visited.add(call.path);
        return good.read(call, found);
      },
    };
  },
});

export const strangersBelowAndBeside: readonly Stranger[] = [
  folderStore(
    'folder-shared',
    'A stranger puts a file into a folder of the run after each of its own; DELETE of the folder removes all that is in it.',
    'made',
    true,
  ),
  folderStore(
    'folder-shared-silently',
    'From the second reading of a folder on, a stranger has put a file into it; only the list of its files tells.',
    'read',
    false,
  ),
  desk({
    name: 'bulk-removal-by-query',
    sentence: 'DELETE /orders removes those whose note the query names, and all of them without it.',
    paths: [
      operation('DELETE /orders', {
        parameters: [{ in: 'query', name: 'note', schema: { ...TEXT, example: 'kept as 3' } }],
      }),
    ],
    answers: {
      'DELETE /orders'(call) {
        const note = call.query.get('note');
        for (const id of idsWhere(call, '/orders', (thing) => note === null || thing['note'] === note))
          call.store.remove(`/orders/${id}`);
        return DONE;
      },
    },
  }),
  desk({
    name: 'bulk-removal-by-date',
    sentence: 'DELETE /orders?before=… removes what is older than that.',
    paths: [
      operation('DELETE /orders', {
        parameters: [{ in: 'query', name: 'before', required: true, schema: { type: 'string', format: 'date-time' } }],
      }),
    ],
    answers: {
      'DELETE /orders'(call) {
        const before = String(call.query.get('before'));
        for (const id of idsWhere(call, '/orders', () => before > '2026-11-01')) call.store.remove(`/orders/${id}`);
        return DONE;
      },
    },
  }),
  desk({
    name: 'whole-list-put',
    sentence: 'PUT /orders replaces the whole list by the one in its body.',
    paths: [
      operation('PUT /orders', {
        sent: { ...listOf(objectWith({ name: TEXT })), maxItems: 3 },
        answers: { 200: listOf(objectOf({ id: INTEGER, name: TEXT })) },
      }),
    ],
    answers: {
      'PUT /orders'(call) {
        for (const id of idsWhere(call, '/orders', () => true)) call.store.remove(`/orders/${id}`);
        const sent = call.content as unknown as readonly Readonly<Record<string, unknown>>[];
        const made = sent.map((thing) => {
          const id = call.store.nextId();
          call.store.set(`/orders/${id}`, thing, call.owner);
          return { id: Number(id), ...thing };
        });
        return { status: 200, body: made };
      },
    },
  }),
  desk({
    name: 'list-patched',
    sentence: 'PATCH /orders takes a JSON Patch: {"op": "remove", "path": "/0"} removes the first order.',
    paths: [
      operation('PATCH /orders', {
        media: 'application/json-patch+json',
        sent: {
          ...listOf({
            ...objectWith({ op: { enum: ['remove', 'replace', 'add'] }, path: { type: 'string' } }),
            properties: { op: { enum: ['remove', 'replace', 'add'] }, path: { type: 'string' }, value: {} },
          }),
          minItems: 1,
          example: [{ op: 'remove', path: '/0' }],
        },
      }),
    ],
    answers: {
      'PATCH /orders'(call) {
        const ids = [...call.store.in('/orders').keys()];
        for (const { op, path } of call.content as unknown as readonly { op: string; path: string }[]) {
          const id = ids[Number(path.split('/')[1])] ?? ids[0];
          if (op === 'remove' || op === 'replace') call.store.remove(`/orders/${id}`);
        }
        return DONE;
      },
    },
  }),
  desk({
    name: 'group-and-members',
    sentence: 'DELETE of an order removes those that name it as their parent, too; strangers put theirs below it.',
    shape: { members: { parentId: { ...INTEGER, readOnly: true }, childIds: { ...listOf(INTEGER), readOnly: true } } },
    isAlone: true,
    changes: (good) => ({
      show: (thing, id, call) => ({
        ...(good.show(thing, id, call) as object),
        childIds: idsWhere(call, '/orders', ({ parentId }) => parentId === Number(id)).map(Number),
      }),
      create(call) {
        const reply = good.create(call);
        const { id } = reply.body as { readonly id: number };
        call.store.set(`/orders/${call.store.nextId()}`, { name: 'What Hal has put below', parentId: id }, STRANGERS);
        return reply;
      },
      remove(call) {
        for (const id of idsWhere(call, '/orders', ({ parentId }) => String(parentId) === call.id))
          call.store.remove(`/orders/${id}`);
        return good.remove(call);
      },
    }),
  }),
];
