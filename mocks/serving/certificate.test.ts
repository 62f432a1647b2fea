import { createPrivateKey, X509Certificate } from 'node:crypto';
import { makeCertificate } from './certificate';

test('a certificate is for its names alone, signs itself, and is valid for a year', () => {
  const now = Date.parse('2026-11-23T00:00:00Z');
  const { cert, key } = makeCertificate(['localhost', '127.0.0.1', '::1', 'fe80::1:2'], now);
  const read = new X509Certificate(cert);
  expect(read.verify(read.publicKey)).toBe(true);
  expect(read.checkPrivateKey(createPrivateKey(key))).toBe(true);
  expect(read.checkHost('localhost')).toBe('localhost');
  expect(read.checkHost('example.org')).toBeUndefined();
  expect(['127.0.0.1', '::1', 'fe80::1:2'].map((address) => read.checkIP(address))).not.toContain(undefined);
  expect(read.checkIP('127.0.0.2')).toBeUndefined();
  expect([Date.parse(read.validFrom), Date.parse(read.validTo)]).toEqual([
    Date.parse('2026-11-22T00:00:00Z'),
    Date.parse('2027-11-23T00:00:00Z'),
  ]);
  expect(read.ca).toBe(false);
});
