export const DATA_TYPES = ['STRING', 'INT', 'LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP'] as const;
export type DataType = (typeof DATA_TYPES)[number];

/** One value as stored and answered: DATE and TIME_STAMP are epoch milliseconds. */
export type AttributeScalar = string | number | boolean;
export type AttributeValue = AttributeScalar | readonly AttributeScalar[];

/** Values by attribute code. */
export type Profile = Record<string, AttributeValue>;

/**
 * What an application knows of an attribute (specification, section 2.3).
 *
 * @property attrId   key in `attrs` and in the change feed; below 1000 for built-in ones
 * @property column   set for attributes that are columns of the user and not in `attrs`
 * @property options  the only values allowed, in the stored form
 * @property locked   built in: it cannot be edited
 * @property calculated  told by devices, whoever else sets it
 * @property removing values that were removed from all users and still stand in some rows; absent when there are none
 */
export interface AttributeDefinition {
  attrId: number;
  code: string;
  dataType: DataType;
  array: boolean;
  locked: boolean;
  calculated?: true;
  column?: 'email' | 'msisdn';
  options?: readonly AttributeScalar[];
  removing?: readonly { removalId: number; value: AttributeScalar }[];
  label?: string;
  description?: string;
  unit?: string;
  privateInfo: boolean;
  mandatory: boolean;
  createdAt?: Date;
  updatedAt?: Date;
}

/** What a new definition is made of. */
export interface NewAttribute {
  code: string;
  dataType: DataType;
  array: boolean;
  privateInfo: boolean;
  mandatory: boolean;
  options?: readonly AttributeScalar[];
  label?: string;
  description?: string;
  unit?: string;
}
