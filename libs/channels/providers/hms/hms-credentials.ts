import { randomBytes } from 'node:crypto';
import { malformed } from '#platform/errors';
import { joinPath, patternField, textField, type Form } from '#platform/forms';
import { REAL } from '../../provider/key-fields.js';
import type { CredentialForm } from '../../provider/provider.types.js';

/** It stands in the path of each request. */
const CLIENT_ID = '^[0-9A-Za-z_-]{1,64}$';

export interface HmsCredentials {
  /** Client id of the app (OAuth 2.0), in AppGallery Connect. For most apps it is the app id. */
  clientId: string;
  clientSecret: string;
  /** The configuration of receipts that a message names. Absent: the usual one of the app. */
  receiptId?: string | undefined;
  /** The user name of the receipts, which is part of their signature. */
  receiptUser?: string | undefined;
  /** The key of the receipts. Absent: no receipt is believed. */
  receiptSecret?: string | undefined;
}

/** Huawei's Push Kit. */
export const HMS_FORM: CredentialForm<HmsCredentials> = {
  fields: {
    clientId: patternField(CLIENT_ID, `OAuth 2.0 client id of the app in AppGallery Connect. ${REAL}`),
    clientSecret: textField(`Its client secret. ${REAL}`),
    receiptId: textField('The id of the receipts that messages ask for', { otherwise: 'the usual one of the app' }),
    receiptUser: textField('The callback user name of the receipts', { otherwise: 'none' }),
    receiptSecret: textField('The callback key of the receipts', { otherwise: 'no receipt is believed' }),
  },
  secrets: { clientSecret: 'HMS_CLIENT_SECRET', receiptSecret: 'HMS_RECEIPT_SECRET' },

  read: (form: Form) => {
    const credentials = {
      clientId: form.text('clientId'),
      clientSecret: form.text('clientSecret'),
      receiptId: form.optionalText('receiptId'),
      receiptUser: form.optionalText('receiptUser'),
      receiptSecret: form.optionalText('receiptSecret'),
    };
    if (!new RegExp(CLIENT_ID).test(credentials.clientId)) {
      throw malformed(`${joinPath(form.path, 'clientId')} should be a client id of AppGallery Connect`);
    }
    return credentials;
  },

  async simulate(_form, stored) {
    const clientSecret = stored?.clientSecret ?? randomBytes(32).toString('hex');
    return {
      clientId: stored?.clientId ?? String(100_000_000 + (randomBytes(4).readUInt32BE(0) % 900_000_000)),
      clientSecret,
      // The simulator knows no other secret of the account.
      receiptUser: 'herald',
      receiptSecret: clientSecret,
    };
  },
};
