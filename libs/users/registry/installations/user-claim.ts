import { AppError } from '#platform/errors';
import type { StoredInstallation, UserProof } from '#libs/users/devices';
import type { UserClaim } from './installation.types.js';

/** A proof lets a device act no longer than this, however long its token holds. A removed key ends it at once. */
const MAX_PROOF_MS = 24 * 3_600_000;

/** A device without a token, in an application that asks for none. */
export const NO_CLAIM: UserClaim = { isRequired: false, keyIds: [] };

/** The part of a proof that the installation keeps. */
export function toStoredProof({ proof }: UserClaim, now: Date): UserProof | undefined {
  return (
    proof && { keyId: proof.keyId, until: new Date(Math.min(proof.until.getTime(), now.getTime() + MAX_PROOF_MS)) }
  );
}

/** Tests if a token has proved the user of an installation, by a key that the application still has. */
export function isProven({ proofKeyId }: Pick<StoredInstallation, 'proofKeyId'>, { keyIds }: UserClaim): boolean {
  return proofKeyId !== null && keyIds.includes(proofKeyId);
}

/** Tests if an installation may act for its user now, by what it showed before. */
export function mayAct(installation: StoredInstallation, claim: UserClaim, now: Date): boolean {
  return isProven(installation, claim) && installation.proofUntil !== null && installation.proofUntil > now;
}

/**
 * Checks that a device may name a user. Where no proof is required it may, and remains unproven.
 *
 * @param extId  undefined: it names none
 * @throws AppError user_unproven
 */
export function checkClaim(
  extId: string | undefined,
  installation: StoredInstallation | undefined,
  claim: UserClaim,
  now: Date,
): void {
  if (extId === undefined) {
    return;
  }
  if (claim.proof) {
    checkSubject(extId, claim.proof.extId);
  } else if (claim.isRequired && !(installation?.extId === extId && mayAct(installation, claim, now))) {
    throw refuseUnproven();
  }
}

/**
 * Checks that an installation may act for its user. Anonymous users need no proof.
 *
 * @throws AppError user_unproven
 */
export function checkActing(installation: StoredInstallation, claim: UserClaim, now: Date): void {
  if (claim.proof) {
    checkSubject(installation.extId, claim.proof.extId);
  } else if (installation.extId !== null && !mayAct(installation, claim, now)) {
    throw refuseUnproven();
  }
}

function checkSubject(extId: string | null, provenExtId: string): void {
  if (extId !== provenExtId) {
    throw new AppError('user_unproven', "Field 'identityToken' is of another user than this one");
  }
}

function refuseUnproven(): AppError {
  return new AppError('user_unproven', "Field 'identityToken' is required: the user of this device is not proven");
}
