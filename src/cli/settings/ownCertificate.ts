/** Finds the certificate with which the mock speaks HTTPS: the user's own, or one that is made once and kept. */

import { X509Certificate } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { Certificate } from '../../../mocks/server';
import { whyUnreadable } from '../../contract/document/files';
import { UsageError } from '../../support/errors';
import type { Io } from '../io';
import { makeStateFolder, ownStateFile } from './stateFolder';

interface HttpsFlags {
  readonly https?: boolean;
  /** The files of the certificate and of its key, in PEM. */
  readonly cert?: string;
  readonly key?: string;
  readonly host?: string;
}

interface OwnCertificate extends Certificate {
  /** The file that a client may trust. */
  readonly file: string;
}

const KEPT = 'mock-certificate.pem';

/** A certificate that ends within this time, in milliseconds, is made anew. */
const SOON_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Returns the certificate; undefined if the mock is to speak plain HTTP.
 * @param make makes a certificate for names and addresses.
 * @throws UsageError if a file cannot be used.
 */
export function ownCertificate(
  { https, cert, key, host = '127.0.0.1' }: HttpsFlags,
  env: Io['env'],
  make: (names: readonly string[]) => Certificate,
): OwnCertificate | undefined {
  if ((cert === undefined) !== (key === undefined))
    throw new UsageError('A certificate of your own needs both --cert FILE and --key FILE.');
  if (cert !== undefined && key !== undefined) return given(cert, key);
  if (!https) return undefined;
  const file = join(makeStateFolder(env), KEPT);
  const kept = keptFor(ownStateFile(env, KEPT), host);
  if (kept) return { ...kept, file };
  const names = [...new Set(['localhost', '127.0.0.1', '::1', ...(/^(?:0\.0\.0\.0|::)$/.test(host) ? [] : [host])])];
  const made = make(names);
  // Only the user may read the key.
  rmSync(file, { force: true });
  writeFileSync(file, made.cert + made.key, { mode: 0o600, flag: 'wx' });
  return { ...made, file };
}

function given(certFile: string, keyFile: string): OwnCertificate {
  const [cert, key] = [read(certFile), read(keyFile)];
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new UsageError(
      `The certificate ${certFile} cannot be used with the key ${keyFile}: ${(error as Error).message}.`,
    );
  }
  return { cert, key, file: certFile };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${whyUnreadable(error as NodeJS.ErrnoException)}.`);
  }
}

/** Returns the certificate that was made before, if it is still valid for the host. */
function keptFor(file: string | undefined, host: string): Certificate | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    const certificate = new X509Certificate(text);
    const fits = /^(?:0\.0\.0\.0|::)$/.test(host) || certificate.checkIP(host) || certificate.checkHost(host);
    const [, key] = text.split(/(?=-----BEGIN PRIVATE KEY-----)/);
    if (!fits || key === undefined || Date.parse(certificate.validTo) < Date.now() + SOON_MS) return undefined;
    return { cert: certificate.toString(), key };
  } catch {
    return undefined;
  }
}
