import type { Contract } from '../contract/contract';
import { locateContract } from '../contract/contractFile';
import { readContract } from '../contract/load';

const loaded = new Map<string | undefined, Promise<Contract>>();

/** Loads each contract only once, since tests name the same one again and again. @param given its path, or the contract itself. */
export function contractOnce(given: Contract | string | undefined): Promise<Contract> {
  if (typeof given === 'object') return Promise.resolve(given);
  const loading = loaded.get(given) ?? locateContract(given).then((file) => readContract(file));
  loaded.set(given, loading);
  return loading;
}
