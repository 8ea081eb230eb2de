/** UTF-8 bytes of the data that a visit keeps, as JSON. */
export const MAX_DATA_BYTES = 16 * 1024;
