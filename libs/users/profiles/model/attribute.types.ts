import type { AddressKind } from '#libs/channels/definitions';

export const DATA_TYPES = ['STRING', 'INT', 'LONG', 'DOUBLE', 'BOOLEAN', 'DATE', 'TIME_STAMP'] as const;
export type DataType = (typeof DATA_TYPES)[number];

/** One stored value. DATE and TIME_STAMP are epoch milliseconds. */
export type AttributeScalar = string | number | boolean;
export type AttributeValue = AttributeScalar | readonly AttributeScalar[];

/** Values by attribute code. */
export type Profile = Record<string, AttributeValue>;

/** Seals and opens the values of one attribute. Readers pass clear values too, which rows may have had before. */
export interface AttributeSeal {
  seal(value: AttributeValue): AttributeValue;
  sealScalar(value: AttributeScalar): string;
  open(value: AttributeValue): AttributeValue;
  /**
   * Lists the forms in which rows may have a value: its sealed text, and while old rows are being sealed the value
   * itself.
   */
  listForms(value: AttributeScalar): AttributeScalar[];
}

/**
 * An attribute as an application defines it (specification, section 2.3).
 *
 * @property attrId  key in `attrs` and in the change feed; below 1000 for built-in attributes
 * @property column  set for attributes that are addresses of the user: they are read, looked up and shown as such
 * @property country  of phone numbers: `settings.defaultCountry` of the application
 * @property options  the only allowed values, in the stored form
 * @property locked  built in: it cannot be edited
 * @property sealed  values are stored encrypted
 * @property seal  present when `sealed` is true
 * @property search  members find people by its values
 * @property calculated  Herald keeps it from what devices report; no one else sets it
 * @property onDevices  targets look at the devices of the user, and at no value of his own
 * @property removing  values whose removal from all users is not finished; absent when there are none
 */
export interface AttributeDefinition {
  attrId: number;
  code: string;
  dataType: DataType;
  array: boolean;
  locked: boolean;
  calculated?: true;
  onDevices?: true;
  column?: AddressKind;
  country?: string;
  options?: readonly AttributeScalar[];
  removing?: readonly { removalId: number; value: AttributeScalar }[];
  label?: string;
  description?: string;
  unit?: string;
  privateInfo: boolean;
  sealed?: boolean;
  seal?: AttributeSeal;
  search?: boolean;
  mandatory: boolean;
  createdAt?: Date;
  updatedAt?: Date;
}

/** The content of a new definition. */
export interface NewAttribute {
  code: string;
  dataType: DataType;
  array: boolean;
  privateInfo: boolean;
  sealed?: boolean;
  search?: boolean;
  mandatory: boolean;
  options?: readonly AttributeScalar[];
  label?: string;
  description?: string;
  unit?: string;
}
