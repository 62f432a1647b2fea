/** Writes changes as OpenAPI overlays, of version 1.0. */

import { relative, sep } from 'node:path';
import { stringify } from 'yaml';
import type { Amendment, ContractEdit } from './amendment';

interface Action {
  readonly target: string;
  readonly description: string;
  readonly update?: unknown;
  readonly remove?: true;
}

/**
 * Returns the text of an overlay for each file that is changed; several are documents of one text (YAML 1.2.2 §9.2).
 * @param values the parsed values of the contract's files, by absolute path.
 * @param folder the folder in which the overlays are meant to lie.
 */
export function overlayText(
  amendments: readonly Amendment[],
  values: ReadonlyMap<string, unknown>,
  title: string,
  folder: string,
): string {
  const actions = new Map<string, Action[]>();
  const current = new Map<string, unknown>();
  const made = new Set<string>();
  for (const amendment of amendments) {
    for (const edit of amendment.edits) {
      // Several changes may need the same component.
      const key = JSON.stringify(edit);
      if (made.has(key)) continue;
      made.add(key);
      const value = current.get(edit.file) ?? structuredClone(values.get(edit.file));
      current.set(edit.file, value);
      const ofFile = actions.get(edit.file) ?? [];
      ofFile.push(...actionsFor(edit, value, describe(amendment)));
      actions.set(edit.file, ofFile);
      applyEdit(value, edit);
    }
  }
  const overlays = [...actions].map(([file, ofFile]) =>
    stringify(
      {
        overlay: '1.0.0',
        info: { title: `What the service answers beyond ${title}`, version: '1.0.0' },
        extends: relativeTo(folder, file),
        actions: ofFile,
      },
      { lineWidth: 120, aliasDuplicateObjects: false },
    ),
  );
  return overlays.join('---\n');
}

function describe({ seen, shown, isOfRequests }: Amendment): string {
  const more = isOfRequests ? ' Requests have this schema, too.' : '';
  return `${seen} (exchange ${shown.exchange} of ${shown.report}).${more}`;
}

function relativeTo(folder: string, file: string): string {
  const way = relative(folder, file).split(sep).join('/');
  return way.startsWith('.') ? way : `./${way}`;
}

/** In Overlay 1.0 a list or an object cannot take the place of another value: that is removed first. */
function actionsFor({ tokens, change }: ContractEdit, root: unknown, description: string): Action[] {
  if ('append' in change) return [{ target: jsonPath(tokens, root), description, update: change.append }];
  const holder = tokens.slice(0, -1);
  const name = tokens.at(-1) ?? '';
  const present = at(root, tokens);
  if ('remove' in change) {
    if (isContainer(present)) return [{ target: jsonPath(tokens, root), description, remove: true }];
    const { [name]: _, ...others } = at(root, holder) as Record<string, unknown>;
    return anew(holder, others, root, description);
  }
  const wanted = 'take' in change ? (present as unknown[]).filter((item) => item !== change.take) : change.set;
  if ('take' in change && (wanted as unknown[]).length === 0)
    return [{ target: jsonPath(tokens, root), description, remove: true }];
  // What holds the value may not be there yet: `properties` of an object that names none.
  const [target, update] = wrapped(root, holder, { [name]: wanted });
  const put = { target: jsonPath(target, root), description, update };
  if (present === undefined || (!isContainer(present) && !isContainer(wanted))) return [put];
  if (isContainer(present)) return [{ target: jsonPath(tokens, root), description, remove: true }, put];
  return anew(holder, { ...(at(root, holder) as object), [name]: wanted }, root, description);
}

/** A single value cannot be selected, so what holds it is written anew; and so is the whole list where that is an item of one. */
function anew(holder: readonly string[], whole: object, root: unknown, description: string): Action[] {
  const [above, name] = [holder.slice(0, -1), holder.at(-1) ?? ''];
  const list = at(root, above);
  if (Array.isArray(list)) return anew(above, list.with(Number(name), whole), root, description);
  return [
    { target: jsonPath(holder, root), description, remove: true },
    { target: jsonPath(above, root), description, update: { [name]: whole } },
  ];
}

function wrapped(root: unknown, holder: readonly string[], update: unknown): [readonly string[], unknown] {
  if (holder.length === 0 || at(root, holder) !== undefined) return [holder, update];
  return wrapped(root, holder.slice(0, -1), { [holder.at(-1) ?? '']: update });
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function at(root: unknown, tokens: readonly string[]): unknown {
  return tokens.reduce<unknown>(
    (value, token) =>
      isContainer(value) && Object.hasOwn(value as object, token)
        ? (value as Record<string, unknown>)[token]
        : undefined,
    root,
  );
}

/** Makes a change in a value, which is changed itself. */
export function applyEdit(root: unknown, { tokens, change }: ContractEdit): void {
  let holder = root as Record<string, unknown>;
  for (const token of tokens.slice(0, -1)) {
    if (!isContainer(holder[token])) holder[token] = {};
    holder = holder[token] as Record<string, unknown>;
  }
  const name = tokens.at(-1) ?? '';
  const present = holder[name];
  if ('set' in change) holder[name] = change.set;
  else if ('remove' in change) delete holder[name];
  else if (Array.isArray(present) && 'append' in change) present.push(change.append);
  else if (Array.isArray(present) && 'take' in change) {
    const kept = present.filter((item) => item !== change.take);
    if (kept.length > 0) holder[name] = kept;
    else delete holder[name];
  }
}

/** Returns the JSONPath (RFC 9535) of one place: `$.paths['/plants/{id}'].delete.tags[0]`. */
function jsonPath(tokens: readonly string[], root: unknown): string {
  let value = root;
  let path = '$';
  for (const token of tokens) {
    if (Array.isArray(value)) path += `[${token}]`;
    else if (/^[A-Za-z_]\w*$/.test(token)) path += `.${token}`;
    else path += `['${token.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
    value = at(value, [token]);
  }
  return path;
}
