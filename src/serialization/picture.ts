/**
 * The smallest picture, a GIF of one dot. Its bytes are all ASCII, so that a text can hold it. Many services take nothing but pictures where
 * their contract only says that a file is sent; and those that take any file take a picture.
 */
export const PICTURE = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';
