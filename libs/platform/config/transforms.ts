import { Transform } from 'class-transformer';
import { checkCertificate } from './database-url.js';

/** 1, true, 0 and false. */
export const toFlag = Transform(({ value }) =>
  value === '1' || value === 'true' ? true : value === '0' || value === 'false' ? false : value,
);
/** A number without a sign and an exponent. */
export const toShare = Transform(({ value }) => (/^\d*\.?\d+$/.test(String(value)) ? Number(value) : value));
/** A URL of Postgres; see `checkCertificate`. */
export const toCheckedUrl = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? checkCertificate(value) : value,
);
