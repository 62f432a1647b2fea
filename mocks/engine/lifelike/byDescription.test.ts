/** What descriptions say of values is found, and nothing else is taken for it. */

import { filledForm, measureIn, namesByDescription, valuesIn } from './byDescription';

test.each<[description: string, values: readonly string[]]>([
  ['The type of the item. Can be one of `track`, `episode` or `ad`.', ['track', 'episode', 'ad']],
  ['The object type: "track".', ['track']],
  [
    'The reason. Supported values:\n- `market` - Not there.\n- `product` - Not for you.\n\nMore may be added.',
    ['market', 'product'],
  ],
  ['Networking mode (`host`, `none`, `container:<id>`) or a name.', ['host', 'container:<id>']],
  ['The resource name, of the form `shelves/{shelf_id}/books/{book_id}`.', ['shelves/{shelf_id}/books/{book_id}']],
  ['Where it came from, e.g. eu-west-1.', ['eu-west-1']],
  ['For example, **"0031 6 11"** or **"+316/11"**.', ['0031 6 11', '+316/11']],
  ['Brand of the card. For example: plastix, hmclub.', ['plastix', 'hmclub']],
  ['Of either kind of card. Possible values: **full**, **corporate**.', ['full', 'corporate']],
  // These tell of other things.
  ['Such as `"methods":["ideal","giropay"]`.', []],
  ['Path to `cgroups` under which the `cgroup` is created.', []],
  ['It may be long. See `GET /events`.', []],
  ['The value, for example the last one.', []],
])('%j gives %j', (description, values) => {
  expect(valuesIn(description)).toEqual(values);
});

test.each([
  ['shelves/{shelf_id}/books/{book_id}', 'shelves/7/books/7'],
  ['<container name>[:<ro|rw>]', 'harbour'],
  ['plain', 'plain'],
])('the form %s becomes %s', (form, text) => {
  expect(filledForm(form, 7, () => 'harbour')).toBe(text);
});

test.each<[description: string, names: readonly string[]]>([
  ['The title of the track.', ['track title', 'title']],
  ['Device path', ['device path']],
  ['An ISO 3166-1 alpha-2 code of the country', ['country code', 'country alpha 2 code', 'alpha 2 code']],
  ['The [Spotify URL](/documentation) for the object.', ['spotify url']],
])('%j names %j', (description, names) => {
  expect(namesByDescription(description)).toEqual(expect.arrayContaining([...names]));
});

test.each([
  ['The number of tracks.', 'count'],
  ['The time to wait, in nanoseconds. It is 0 or 1000000.', 'nanoseconds'],
  ['The size of files that were changed', 'bytes'],
  ['The number of bytes', 'bytes'],
  ['Its name', undefined],
])('%j measures %s', (description, measure) => {
  expect(measureIn(description)).toBe(measure);
});
