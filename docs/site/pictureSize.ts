/** How large a picture may be, in bytes: a larger one makes the README slow. */
export const LARGEST_PICTURE = 200_000;
