import type { Pair } from '../request/styles';

/** The cookies of a request (RFC 6265 §4.2.1), decoded where they are percent-encoded. */
export function cookiesIn({ cookie = '' }: Readonly<Record<string, string>>): Pair[] {
  return cookie.split(';').flatMap((field) => {
    const [name = '', ...value] = field.trim().split('=');
    return name === '' ? [] : [{ name, value: decoded(value.join('=').replace(/^"(.*)"$/, '$1')) }];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
