/** The files of a contract as they were written, so that changes can be written alike. */

import type { Clause } from '../contract/clause';
import type { Contract } from '../contract/contract';
import { displayPath } from '../contract/document/files';
import { pointerOf, pointerTokens, valueAt } from '../json/pointer';
import type { ContractEdit } from './amendment';

/** The files of a contract as they were parsed, to see how it writes things. */
export class Written {
  private readonly files: ReadonlyMap<string, readonly [path: string, value: unknown]>;

  constructor(readonly contract: Contract) {
    this.files = new Map([...contract.parsed()].map(([path, value]) => [displayPath(path), [path, value]]));
  }

  /** Returns the place of a clause as an edit names it; undefined if it stands in an overlay. */
  placeOf({ file, pointer }: Clause): Pick<ContractEdit, 'file' | 'tokens'> | undefined {
    const [path] = this.files.get(file) ?? [];
    return path === undefined ? undefined : { file: path, tokens: pointerTokens(pointer) };
  }

  valueOf({ file, pointer }: Clause): unknown {
    return valueAt(this.files.get(file)?.[1], pointer);
  }

  /** Returns what stands at a place of the contract's own file. */
  rootAt(tokens: readonly string[]): unknown {
    return valueAt(this.files.get(this.contract.file)?.[1], pointerOf(tokens));
  }

  /** Whether content stands in the response itself, with its types beside the operation (OpenAPI 2.0). */
  get isSwagger(): boolean {
    return this.contract.dialect.endsWith('2.0');
  }
}
