/** The member and the application. */
export interface OwnPlace {
  appId: number;
  memberId: number;
}

/** A user of an application whose devices and addresses are a member's own. */
export interface OwnUser {
  uid: number;
  provedAt: Date;
}

/**
 * A code that was made for a user.
 *
 * @property code    six digits. It goes to the user and nowhere else
 * @property lifeMs  how long it is good
 */
export interface NewUserCode {
  codeId: number;
  code: string;
  endsAt: Date;
  lifeMs: number;
}
