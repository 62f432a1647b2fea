import { createRandom } from '../../src/support/random';
import { alike } from './wrongCredentials';

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const wrong = (good: string | undefined) => alike(good, createRandom(1, 'a'));

describe('a credential that cannot be good', () => {
  test.each([
    ['hexadecimal digits', 'c0ffee00c0ffee00c0ffee00', /^[0-9a-f]{24}$/],
    ['a UUID', '0f8fad5b-d9cb-469f-a165-70867728950e', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/],
    [
      'letters of both cases and digits',
      'sk_Live_0123456789abcdWXYZ',
      /^[a-z]{2}_[A-Z][a-z]{3}_\d{10}[a-z]{4}[A-Z]{4}$/,
    ],
    ['nothing', undefined, /^not-valid-[0-9a-f]{24}$/],
    ['a short text, of which a random one might be right', 'sesame-1', /^not-valid-[0-9a-f]{24}$/],
  ])('has the form of %s', (_form, good, form) => {
    expect(wrong(good)).toMatch(form);
    expect(wrong(good)).not.toBe(good);
    expect(wrong(good)).toBe(wrong(good));
  });

  test('is a JSON Web Token that can be read, where the good one is: nothing of the claims of that is in it', () => {
    const header = encoded({ alg: 'HS256' });
    const good = `${header}.${encoded({ sub: 'ada@plants.example' })}.x7Jk2mQ9vT4bN8wLx7Jk2mQ9vT4bN8wL`;
    const [head, claims = '', signature] = wrong(good).split('.');
    expect(head).toBe(header);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
      sub: expect.stringMatching(/^nobody-[0-9a-f]{8}$/),
      exp: 4_102_444_800,
    });
    expect(signature).toMatch(/^[0-9A-Za-z]{32}$/);
    expect(good).not.toContain(signature);
  });
});
