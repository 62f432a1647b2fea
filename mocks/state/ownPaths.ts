/** Finds what shows or makes a thing of a list at another path: `GET /me` shows one of `GET /users`, and `POST /signup` adds one. */

import { declaredSuccesses, type Operation } from '../../src/contract/contract';
import { viewOfList, viewOfThing } from '../../src/resources/answers/views';
import { singular } from '../../src/resources/names';
import { endsInOwnAccount } from '../../src/resources/vocabulary/actions';
import { endsInSignUp, rankOfUsers } from '../../src/resources/vocabulary/people';
import { plain } from '../../src/resources/vocabulary/words';
import { namesIn, withoutNames } from '../../src/routing/pathTemplate';
import { groupBy } from '../../src/support/collections';
import { ANY_ID, type Collection, canonicalOf, type RoleOfThing, successOf, viewIn } from './collections';
import { isOfShape, shapeOf } from './sameThing';

/** Returns what operations at a path of their own do to a thing that a list shows. */
export function ownRoles(
  operations: readonly Operation[],
  collections: readonly Collection[],
): [Operation, RoleOfThing][] {
  const roots = collections.filter(({ path, lister }) => lister && !path.includes('{}'));
  const taken = new Set(roots.flatMap(({ path, item }) => [path, item]));
  const others = operations.filter(({ path }) => namesIn(path).length === 0 && !taken.has(withoutNames(path)));
  return [...groupBy(others, ({ path }) => path).values()].flatMap((here): [Operation, RoleOfThing][] => {
    const at = (method: string) => here.find((each) => each.method === method);
    const [reader, poster] = [at('GET'), at('POST')];
    const own = reader && roots.find((of) => shows(reader, of));
    if (own) {
      const acts = { read: reader, replace: at('PUT'), patch: at('PATCH'), remove: at('DELETE') };
      return Object.entries(acts).flatMap(([act, operation]): [Operation, RoleOfThing][] =>
        operation ? [[operation, { act: act as 'read', of: own, isFirst: true }]] : [],
      );
    }
    const made = poster && !reader && makes(poster) ? roots.find((of) => shows(poster, of)) : undefined;
    return made && poster ? [[poster, { act: 'make', of: made }]] : [];
  });
}

/** Tells whether a POST makes something new: by its status, or by its name. */
function makes(poster: Operation): boolean {
  return poster.requestBody !== undefined && (successOf(poster, true) === 201 || endsInSignUp(poster.path));
}

/** Tells whether an operation answers one thing of a collection. */
function shows(operation: Operation, of: Collection): boolean {
  const canonical = canonicalOf(of)?.view;
  if (!canonical?.isObject || canonical.members.size === 0) return false;
  return declaredSuccesses(operation).some(({ media }) =>
    media.some((each) => {
      const view = viewOfThing(of, each);
      if (!view?.isObject) return false;
      if (isOfShape(view.schemas, shapeOf(canonical.schemas))) return true;
      // The account of whoever asks is one of the users, though it shows more of itself.
      const shared = [...canonical.members.keys()].filter((name) => view.members.has(name));
      const last = plain(operation.path.split('/').at(-1) ?? '');
      const isOwn = endsInOwnAccount(operation.path) || last === singular(of.item);
      const isAccount = isOwn && operation.safe && rankOfUsers(singular(of.item)) !== undefined;
      return isAccount && view.id !== undefined && shared.length * 2 >= canonical.members.size;
    }),
  );
}

/** Returns the collections that are only listed, and of which another path shows or makes a thing. */
export function listedAlone(operations: readonly Operation[], collections: readonly Collection[]): Collection[] {
  const known = new Set(collections.map(({ lister }) => lister));
  return operations.flatMap((lister) => {
    if (lister.method !== 'GET' || namesIn(lister.path).length > 0 || known.has(lister)) return [];
    const path = withoutNames(lister.path);
    const collection: Collection = {
      ...{ path, item: `${path}/{}`, template: lister.path, parameter: ANY_ID, lister, isNamed: false, isClosed: true },
      ...{ reader: undefined, replacer: undefined, patcher: undefined, remover: undefined, poster: undefined },
      ...{ maker: undefined, clearer: undefined },
    };
    const listed = viewIn(lister, successOf(lister, false) ?? 200, (media) => viewOfList(collection, media))?.view;
    return listed?.id !== undefined && ownRoles(operations, [collection]).length > 0 ? [collection] : [];
  });
}
