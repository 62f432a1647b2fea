import { secretsOf } from '../../redaction/redact';
import type { Finding } from '../../report/report';
import { noteOwnWords, redactActual } from './ownWords';

test.each([
  ['no', 'no such field', ['no such field'], 'no such field'],
  [
    'no',
    '200 no to no Authorization header',
    [' to no Authorization header'],
    '200 $ESPALIER_TOKEN to no Authorization header',
  ],
  ['Created', 'without id: 201 Created', ['without id: '], 'without id: 201 Created'],
  ['Created', '201 Created', undefined, '201 Created'],
  ['OK', '200 OK to the other, then 404 OK', [' to the other, then '], '200 OK to the other, then 404 $ESPALIER_TOKEN'],
  ['id', 'a value of id "id"', ['a value of id "id"'], 'a value of id "$ESPALIER_TOKEN"'],
  ['get', '"get"', undefined, '"$ESPALIER_TOKEN"'],
  ['hunter', 'X-Key: hunter', [], 'X-Key: $ESPALIER_TOKEN'],
  ['hunter', 'X-Key: hunter', ['something else'], 'X-Key: $ESPALIER_TOKEN'],
])('with the secret %s, %j in our words %j becomes %j', (token, actual, words, shown) => {
  const finding = { actual } as Finding;
  if (words) noteOwnWords(finding, words);
  expect(redactActual(finding, secretsOf({ token }), false)).toBe(shown);
});
