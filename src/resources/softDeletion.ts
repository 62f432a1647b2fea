/** Returns whether a member says that its thing is deleted: `deletedAt: "2026-…"`, `status: "archived"`. */
export function isSoftDeletion(name: string, value: unknown): boolean {
  if (/(delet|remov|archiv|trash|discard|cancel)/i.test(name)) return value !== null && value !== false && value !== '';
  if (/^(is_?)?(active|enabled|alive)$/i.test(name)) return value === false;
  return (
    /^(state|status|lifecycle.*)$/i.test(name) &&
    typeof value === 'string' &&
    /(delet|remov|archiv|trash|discard|inactive|terminat|cancel)/i.test(value)
  );
}
