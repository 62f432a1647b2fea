/**
 * Makes a certificate for the mock, which signs itself (RFC 5280, with a key on the curve P-256). It is written here in DER, since Node makes keys
 * and no certificates, and the packages for it bring several megabytes.
 */

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';

/** A certificate and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** How long it is valid, in days. Apple's systems take none that is valid for more than 398 days. */
const VALID_DAYS = 365;
const DAY_MS = 24 * 60 * 60 * 1000;

/** @param names the names and addresses that it is for. @param now the time from which it is valid, in milliseconds since 1970. */
export function makeCertificate(names: readonly string[], now = Date.now()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(oid('2a8648ce3d040302')); // ecdsa-with-SHA256
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Espalier mock'))))); // CN
  // Clocks differ, so it is valid since yesterday.
  const validity = sequence(time(now - DAY_MS), time(now + VALID_DAYS * DAY_MS));
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const extensions = sequence(
    extension('551d11', sequence(...names.map(alternativeName))),
    extension('551d13', sequence()), // it certifies nothing else
    extension('551d0f', der(0x03, Buffer.from([7, 0x80]))), // digitalSignature
    extension('551d25', sequence(oid('2b06010505070301'))), // serverAuth
  );
  // A serial number is positive.
  const serial = Buffer.concat([Buffer.from([0x01]), randomBytes(15)]);
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const said = sequence(version, der(0x02, serial), algorithm, name, validity, name, key, der(0xa3, extensions));
  const signature = der(0x03, Buffer.from([0]), sign('sha256', said, privateKey));
  const text = sequence(said, algorithm, signature)
    .toString('base64')
    .replace(/.{1,64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${text}-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Writes a value in DER: its tag, its length and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** @param hex the object identifier as DER encodes it, in hexadecimal digits. */
function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** Writes `YYMMDDhhmmssZ` (RFC 5280 §4.1.2.5.1), which is for years before 2050. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, '');
  return der(0x17, Buffer.from(digits.slice(2)));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(oid(id), der(0x04, value));
}

function alternativeName(name: string): Buffer {
  return isIP(name) === 0 ? der(0x82, Buffer.from(name)) : der(0x87, addressBytes(name));
}

function addressBytes(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined) => (text ?? '').split(':').filter((each) => each !== '');
  const [first, last] = [groups(head), groups(tail)];
  const all = tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill('0'), ...last];
  return Buffer.concat(all.map((group) => Buffer.from(group.padStart(4, '0'), 'hex')));
}
