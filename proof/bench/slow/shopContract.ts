/** The contract of a shop with 25 operations: three collections, and two that lie in things of others. */

import type { JsonObject } from '../../../src/json/value';

export const SHOP_TOKEN = 'shop-token';

/** One kind of things: how its collection is called, what it lies in, and what a thing of it says. */
interface ShopKind {
  readonly name: string;
  readonly inside?: string;
  readonly members: JsonObject;
  readonly required: readonly string[];
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

export const SHOP_KINDS: readonly ShopKind[] = [
  {
    name: 'customers',
    members: {
      name: text(80),
      email: { type: 'string', format: 'email' },
      level: { type: 'string', enum: ['new', 'regular', 'gold'] },
      discount: { type: 'integer', minimum: 0, maximum: 50 },
    },
    required: ['name', 'level'],
  },
  {
    name: 'products',
    members: {
      title: text(120),
      price: { type: 'number', minimum: 0, maximum: 100000 },
      tags: { type: 'array', maxItems: 5, items: text(20) },
      isSold: { type: 'boolean' },
    },
    required: ['title', 'price'],
  },
  {
    name: 'stores',
    members: {
      city: text(60),
      opened: { type: 'string', format: 'date' },
      shelves: { type: 'integer', minimum: 1, maximum: 900 },
    },
    required: ['city', 'shelves'],
  },
  {
    name: 'addresses',
    inside: 'customers',
    members: { street: text(90), zip: { type: 'string', pattern: '^[0-9]{5}$' }, isMain: { type: 'boolean' } },
    required: ['street', 'zip'],
  },
  {
    name: 'reviews',
    inside: 'products',
    members: { stars: { type: 'integer', minimum: 1, maximum: 5 }, remark: text(300) },
    required: ['stars', 'remark'],
  },
];

/** What things are there from the beginning. */
export const SHOP_EXAMPLES: Readonly<Record<string, JsonObject>> = {
  customers: { name: 'Ann', level: 'gold' },
  products: { title: 'Spade', price: 12.5 },
  stores: { city: 'Bern', shelves: 12 },
  addresses: { street: 'Main Street 1', zip: '12345' },
  reviews: { stars: 4, remark: 'It digs.' },
};

/** What of that a user hands over. */
export const SHOP_PARAMS: readonly string[] = SHOP_KINDS.map(({ name }) => `${name}Id=1`);

const json = (schema: JsonObject) => ({ 'application/json': { schema } });
const wanted = (required: boolean, schema: JsonObject) => ({ required, content: json(schema) });
const REFUSED = { $ref: '#/components/responses/Refused' };
const ID = { type: 'integer', format: 'int64', minimum: 1 };

/** The path of a collection. */
const collectionOf = ({ name, inside }: ShopKind): string =>
  inside === undefined ? `/${name}` : `/${inside}/{${inside}Id}/${name}`;

export function shopContract(): JsonObject {
  const paths = SHOP_KINDS.flatMap((kind) => {
    const [thing, input] = ['', 'Input'].map((more) => ({ $ref: `#/components/schemas/${kind.name}${more}` }));
    if (!thing || !input) return [];
    const inPath = (name: string) => ({ name, in: 'path', required: true, schema: ID });
    const above = kind.inside === undefined ? [] : [inPath(`${kind.inside}Id`)];
    const shown = { description: 'The thing', content: json(thing) };
    const refusals = { 400: REFUSED, 401: REFUSED, 404: REFUSED };
    const pages = [
      { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
      { name: 'offset', in: 'query', schema: { type: 'integer', minimum: 0 } },
    ];
    const list = { description: 'Some', content: json({ type: 'array', items: thing }) };
    const collection = {
      parameters: above,
      get: { parameters: pages, responses: { 200: list, ...refusals } },
      post: { requestBody: wanted(true, input), responses: { 201: shown, ...refusals } },
    };
    const item = {
      parameters: [...above, inPath(`${kind.name}Id`)],
      get: { responses: { 200: shown, ...refusals } },
      put: { requestBody: wanted(true, input), responses: { 200: shown, ...refusals } },
      delete: { responses: { 204: { description: 'Removed' }, ...refusals } },
    };
    const path = collectionOf(kind);
    return [[path, collection] as const, [`${path}/{${kind.name}Id}`, item] as const];
  });
  return {
    openapi: '3.0.3',
    info: { title: 'Shop', version: '1.0.0' },
    security: [{ bearer: [] }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { ...Object.fromEntries(SHOP_KINDS.flatMap(shopSchemas)), Error: ERROR },
      responses: { Refused: { description: 'Why', content: json({ $ref: '#/components/schemas/Error' }) } },
    },
  } as JsonObject;
}

const ERROR = { type: 'object', required: ['message'], properties: { message: { type: 'string' } } };

/** What a thing shows, and what is sent of it. */
export function shopSchemas({ name, members, required }: ShopKind): (readonly [string, JsonObject])[] {
  const input = { type: 'object', required: [...required], properties: members, additionalProperties: false };
  const shown = { type: 'object', required: ['id', ...required], properties: { id: ID, ...members } };
  return [
    [name, shown],
    [`${name}Input`, input],
  ];
}
