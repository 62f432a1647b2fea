/** Says what the API is about, and gives the contract itself. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Contract } from '../../src/contract/contract';
import { isObject, type JsonValue, toJson } from '../../src/json/value';
import { describeCallback } from '../engine/describeCallback';
import type { ShownCallback } from '../engine/engine';

interface About {
  /** In Markdown; empty if the contract says nothing. */
  readonly description: string;
  /** The version of OpenAPI. */
  readonly dialect: string;
  readonly links: readonly Link[];
  readonly webhooks: readonly ShownCallback[];
  /** Under which names the contract can be had. */
  readonly files: readonly { readonly href: string; readonly name: string }[];
}

interface Link {
  readonly text: string;
  /** As the contract has it; it may be anything. */
  readonly url: string;
}

type Parts = Readonly<Record<string, unknown>>;

/** @param document the contract in one document. */
export function aboutOf(contract: Contract, document: object): About {
  const { info, externalDocs } = document as Parts;
  const { description, contact, license, termsOfService } = partsOf(info);
  const name = basename(contract.file, extname(contract.file));
  return {
    description: typeof description === 'string' ? description : '',
    dialect: contract.dialect,
    links: [
      ...link(partsOf(externalDocs)['url'], partsOf(externalDocs)['description'], 'Documentation'),
      ...link(partsOf(contact)['url'], partsOf(contact)['name'], 'Contact'),
      ...link(partsOf(license)['url'], partsOf(license)['name'], 'Licence'),
      ...link(termsOfService, undefined, 'Terms of service'),
    ],
    webhooks: (contract.webhooks ?? []).map(describeCallback),
    files: ['yaml', 'json'].map((kind) => ({ href: `contract.${kind}`, name: `${name}.${kind}` })),
  };
}

function partsOf(value: unknown): Parts {
  return isObject(value) ? (value as Parts) : {};
}

function link(url: unknown, text: unknown, usual: string): Link[] {
  return typeof url === 'string' ? [{ url, text: typeof text === 'string' && text.trim() !== '' ? text : usual }] : [];
}

/**
 * Returns the text of the contract. It is the file as it was written, with its comments, if that is all of the contract; otherwise it is made
 * of the document, in which overlays are applied and other files are included.
 * @param extension `.yaml` or `.json`.
 */
export async function contractText(contract: Contract, document: object, extension: string): Promise<string> {
  return (await writtenText(contract, extension)) ?? madeText(document, extension);
}

async function writtenText(contract: Contract, extension: string): Promise<string | undefined> {
  const [file = '', ...others] = contract.files();
  if (others.length > 0 || extname(file).replace('yml', 'yaml') !== extension) return undefined;
  const bytes = await readFile(file).catch(() => undefined);
  // The file may have been written since it was read.
  const isSame = bytes && createHash('sha256').update(bytes).digest('hex') === contract.hashes().sha256;
  return isSame ? bytes.toString('utf8') : undefined;
}

function madeText(document: object, extension: string): string {
  if (extension === '.json') return `${indentedJson(document)}\n`;
  const { stringify } = require('yaml') as typeof import('yaml');
  return stringify(document as JsonValue, { aliasDuplicateObjects: false });
}

/** Writes JSON with a line for each member. If a number is too large for that, everything is in one line. */
function indentedJson(document: object): string {
  try {
    return JSON.stringify(document, null, 2);
  } catch {
    return toJson(document as JsonValue);
  }
}
