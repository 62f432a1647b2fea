/** Names of what names a thing. */

/** Matches members that name a thing: `id`, `userId`, `user_ids`, `X-Order-Id`, `uuid`. */
const AN_ID = /(^|[a-z\d_-])(Ids?|IDs?|[_-]ids?|[_-]?uuids?|[_-]?guids?)$|^(ids?|uuids?|guids?)$/;

/** Tells whether a value of this name is an id. */
export function isIdName(name: string): boolean {
  return AN_ID.test(name);
}
