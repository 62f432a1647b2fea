/** Services in which a run still does harm, or leaves what it does not list, each with what happens there. This list is to become empty. */
export const NOT_YET: readonly { readonly name: string; readonly sentence: string }[] = [];
