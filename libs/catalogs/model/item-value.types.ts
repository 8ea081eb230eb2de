/** A value of an item as it is stored; null removes the field. */
export type ItemValue = string | number | boolean | null | readonly (string | number | boolean)[];
