/** Contracts for the tables of rules and probes: those of the catalogue of faults, and small ones as objects. */

import { deskFile } from '../proof/faults/desk/document';
import { plantStoreFile } from '../proof/faults/plantStore/contract';
import type { Contract } from '../src/contract/contract';
import { load } from '../src/contract/contract.testing';
import { readContract } from '../src/contract/load';

/** The contracts of the catalogue of faults. */
export const PLANT_STORE = plantStoreFile();
export const ORDER_DESK = deskFile('desk.yaml');
export const SHELF_DESK = deskFile('desk31.yaml');
export const COURIER = deskFile('courier.yaml', 'courier');
export const NOTES = deskFile('notes.yaml', 'notes');
export const BED_NURSERY = deskFile('nursery.yaml', 'nursery');
export const FLEET = deskFile('fleet.yaml', 'fleet');

/** A contract of these paths. */
export function contractWith(paths: object, more: object = {}): object {
  return { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more };
}

/** A contract of one operation, `GET /things/{id}`, with what a row is about. */
export function oneOperation(operation: object, components: object = {}): object {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  return contractWith({ '/things/{id}': { parameters: [id], get: operation } }, { components });
}

const contracts = new Map<string | object, Promise<Contract>>();

/** Reads a contract once. @param source a file, or the contract itself. */
export function readOnce(source: string | object): Promise<Contract> {
  const contract = contracts.get(source) ?? (typeof source === 'string' ? readContract(source) : load(source));
  contracts.set(source, contract);
  return contract;
}
