import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { AuditService, INSTALLATION, type Origin } from '#libs/audit';
import { Config } from '#platform/config';
import { sha256 } from '#platform/crypto';
import { Database, type Tx } from '#platform/db';
import { AppError } from '#platform/errors';
import { ClockService } from '#platform/runtime';
import { MemberRepository } from './member.repository.js';
import type { Member, NewSession, Session, Surroundings } from './members.types.js';
import { PasskeyRepository, type ChallengePurpose, type Passkey, type StoredCredential } from './passkey.repository.js';
import { SessionService } from './session.service.js';
import { findSharers } from './find-sharers.js';

/** The origin for which passkeys hold: the host that browsers bind them to, and the address of its pages. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** A question is answered while its reader looks at it. */
const ANSWERED_WITHIN_MS = 5 * 60_000;
const PRODUCT = 'Herald';

/** Loaded with the first question: a gateway without members, and every other process, never needs it. */
const loadLibrary = () => import('@simplewebauthn/server');

/**
 * Passkeys (W3C Web Authentication, level 3): a member shows who it is by a key that its device keeps, unlocked by a
 * finger, a face or a PIN.
 */
@Injectable()
export class PasskeyService {
  /** True if passkeys sign members in: not where they have their provider alone. */
  private readonly isOpen: boolean;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly passkeys: PasskeyRepository,
    private readonly members: MemberRepository,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {
    this.isOpen = !config.OIDC_ONLY;
  }

  /** Tests if a member has one. */
  async isUsed(): Promise<boolean> {
    return this.passkeys.hasPasskeys();
  }

  /** Tests if this one has. */
  async has(memberId: number): Promise<boolean> {
    return (await this.passkeys.listPasskeys(memberId)).length > 0;
  }

  async list(memberId: number): Promise<Passkey[]> {
    return this.passkeys.listPasskeys(memberId);
  }

  /** Builds the options with which a browser makes a passkey for a member. */
  async askToRegister(party: RelyingParty, member: Member): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.passkeys.listCredentials(member.memberId);
    const library = await loadLibrary();
    const options = await library.generateRegistrationOptions({
      rpName: PRODUCT,
      rpID: party.id,
      userName: member.email ?? member.name,
      userDisplayName: member.name,
      userID: Uint8Array.from(Buffer.from(`member ${member.memberId}`)),
      attestationType: 'none',
      excludeCredentials: known.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await this.remember(options.challenge, 'register', member.memberId);
    return options;
  }

  /**
   * Adds a passkey to a member.
   *
   * @throws AppError malformed for an answer that is none to the question, or a passkey that is registered already
   */
  async register(
    party: RelyingParty,
    member: Member,
    { response, name }: { response: RegistrationResponseJSON; name: string },
    origin: Origin,
  ): Promise<void> {
    const library = await loadLibrary();
    const { registrationInfo } = await library
      .verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.take(challenge, 'register', member.memberId),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
      })
      .catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo) {
      throw new AppError('malformed', "Field 'response' is no answer to the question of a moment ago");
    }
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    await this.db.tx(async (tx) => {
      const credential = {
        memberId: member.memberId,
        credentialId: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        transports,
        sharedWith: findSharers(origin, member.memberId),
      };
      if (!(await this.passkeys.insertPasskey(tx, credential, name, this.clock.now()))) {
        throw new AppError('malformed', 'The passkey is registered already');
      }
      await this.record(tx, origin, 'passkey.create', member.memberId);
    });
  }

  /** Builds the options with which a browser signs in. The answer names the member. */
  async askToSignIn(party: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const library = await loadLibrary();
    const options = await library.generateAuthenticationOptions({ rpID: party.id, userVerification: 'required' });
    await this.remember(options.challenge, 'sign-in', null);
    return options;
  }

  /** @throws AppError unauthenticated; a stranger learns nothing more */
  async signIn(
    party: RelyingParty,
    response: AuthenticationResponseJSON,
    surroundings: Surroundings & { requestId?: string },
  ): Promise<NewSession> {
    const credential = this.isOpen ? await this.findCredential(response) : undefined;
    const counter = credential && (await this.verify(party, response, credential, 'sign-in'));
    if (!credential || counter === undefined) {
      throw refused();
    }
    return this.db.tx(async (tx) => {
      const member = await this.members.findMember(credential.memberId, tx);
      const isLater = await this.passkeys.touchPasskey(tx, credential.passkeyId, counter, this.clock.now());
      if (!member || member.endedAt || !isLater) {
        throw refused();
      }
      const beginning = { method: 'passkey', sharedWith: credential.sharedWith } as const;
      const { sessionId, ...session } = await this.sessions.open(tx, member.memberId, beginning, surroundings);
      const { requestId, address } = surroundings;
      const origin = {
        by: { kind: 'member', id: String(member.memberId), name: member.name },
        session: String(sessionId),
        ...(requestId !== undefined && { requestId }),
        ...(address !== undefined && { address }),
      } as const;
      await this.record(tx, origin, 'session.start', member.memberId, ' by a passkey');
      return session;
    });
  }

  /** Builds the options with which a browser shows that the member of a session is still present. */
  async askForProof(party: RelyingParty, memberId: number): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const known = await this.passkeys.listCredentials(memberId);
    const library = await loadLibrary();
    const options = await library.generateAuthenticationOptions({
      rpID: party.id,
      userVerification: 'required',
      allowCredentials: known.map(toDescriptor),
    });
    await this.remember(options.challenge, 'proof', memberId);
    return options;
  }

  /** Notes in a session that its member has just shown who it is. @throws AppError malformed */
  async prove(party: RelyingParty, session: Session, response: AuthenticationResponseJSON): Promise<void> {
    const credential = await this.findCredential(response);
    const isOwn = credential?.memberId === session.memberId;
    const counter = isOwn ? await this.verify(party, response, credential, 'proof') : undefined;
    await this.db.tx(async (tx) => {
      if (
        !credential ||
        counter === undefined ||
        !(await this.passkeys.touchPasskey(tx, credential.passkeyId, counter, this.clock.now()))
      ) {
        throw new AppError('malformed', 'The passkey is none of this member');
      }
      await this.sessions.noteProof(tx, session);
    });
  }

  /** Takes a passkey away; sessions that it began go on. @throws AppError unknown_id */
  async remove(memberId: number, passkeyId: number, origin: Origin): Promise<void> {
    await this.db.tx(async (tx) => {
      if ((await this.passkeys.deletePasskey(tx, memberId, passkeyId)) === undefined) {
        throw new AppError('unknown_id', 'There is no such passkey');
      }
      await this.record(tx, origin, 'passkey.remove', memberId);
    });
  }

  /** @param answer  of a browser, or of whoever says so */
  private async findCredential({ id }: { id?: unknown }): Promise<StoredCredential | undefined> {
    return typeof id === 'string' ? this.passkeys.findCredential(Buffer.from(id, 'base64url')) : undefined;
  }

  /** @returns the counter of the authenticator; undefined: the answer is not right, or the passkey was copied */
  private async verify(
    party: RelyingParty,
    response: AuthenticationResponseJSON,
    { memberId, credentialId, publicKey, counter, transports }: StoredCredential,
    purpose: ChallengePurpose,
  ): Promise<number | undefined> {
    const asked = purpose === 'sign-in' ? null : memberId;
    const library = await loadLibrary();
    const { verified, authenticationInfo } = await library
      .verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => this.take(challenge, purpose, asked),
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: credentialId.toString('base64url'),
          publicKey: Uint8Array.from(publicKey),
          counter,
          transports,
        },
      })
      .catch(() => ({ verified: false, authenticationInfo: undefined }));
    return verified ? authenticationInfo?.newCounter : undefined;
  }

  private async remember(challenge: string, purpose: ChallengePurpose, memberId: number | null): Promise<void> {
    const now = this.clock.now();
    const endsAt = new Date(now.getTime() + ANSWERED_WITHIN_MS);
    // Outside a request's transaction: the answer is another request.
    await this.passkeys.insertChallenge(sha256(challenge), { purpose, memberId }, now, endsAt);
  }

  private async take(challenge: string, purpose: ChallengePurpose, memberId: number | null): Promise<boolean> {
    return this.passkeys.takeChallenge(sha256(challenge), purpose, memberId, this.clock.now());
  }

  private async record(tx: Tx, origin: Origin, action: string, memberId: number, how = ''): Promise<void> {
    await this.audit.append(tx, INSTALLATION, origin, [{ action, subject: `member ${memberId}${how}` }]);
  }
}

function toDescriptor({ credentialId, transports }: StoredCredential) {
  return { id: credentialId.toString('base64url'), transports };
}

function refused(): AppError {
  return new AppError('unauthenticated', 'The passkey signs nobody in here');
}
