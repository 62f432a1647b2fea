/** A larger picture makes the README slow, in bytes. */
export const LARGEST_PICTURE = 200_000;
