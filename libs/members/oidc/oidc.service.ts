import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditService, INSTALLATION, type Origin } from '#libs/audit';
import { sha256 } from '#platform/crypto';
import { Database } from '#platform/db';
import { ClockService } from '#platform/runtime';
import type { NewSession, SignedIn, Surroundings } from '../members.types.js';
import { generateToken, isToken } from '../one-time-token.js';
import { SessionService } from '../session.service.js';
import { BY_PROVIDER, OidcAdmissionService } from './oidc-admission.service.js';
import { deriveSecrets } from './oidc-flow.js';
import { OidcFlowRepository, type FlowPurpose, type OidcFlow } from './oidc-flow.repository.js';
import { OidcProviderService, type ProvenIdentity } from './oidc-provider.service.js';
import { OidcRefused, type OidcReason } from './oidc-refused.js';

/** Signing in at the provider takes a member a few minutes at most, with a second factor too. */
const BACK_WITHIN_MS = 10 * 60_000;
/** Clocks of the provider and of Herald. */
const SKEW_MS = 30_000;

/** A way to the provider. @property token  for the cookie of the browser that goes it */
export interface StartedFlow {
  token: string;
  endsAt: Date;
  address: string;
}

/** The result of a finished sign-in. @property session  of a sign-in */
export interface FinishedFlow {
  returnTo: string;
  session?: NewSession;
}

type Visit = Surroundings & { requestId?: string };

/**
 * Members sign in with the provider of the company. The browser keeps a secret of its own for the way, so an answer that
 * another person began comes to nothing; the provider's code is the only thing that makes a session.
 */
@Injectable()
export class OidcService {
  constructor(
    private readonly db: Database,
    private readonly provider: OidcProviderService,
    private readonly flows: OidcFlowRepository,
    private readonly admissions: OidcAdmissionService,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly clock: ClockService,
  ) {}

  /** The name of the provider on the sign-in screen; null where none is set. */
  get title(): string | null {
    return this.provider.settings?.title ?? null;
  }

  /**
   * Begins a way to the provider.
   *
   * @param signedIn  whose proof or account it is about; null for a sign-in
   * @param returnTo  path of the panel
   * @throws OidcRefused provider
   */
  async start(
    purpose: FlowPurpose,
    signedIn: SignedIn | null,
    redirectUri: string,
    returnTo: string,
  ): Promise<StartedFlow> {
    const token = generateToken();
    const address = await this.provider.buildAddress(redirectUri, deriveSecrets(token), purpose === 'proof');
    const startedAt = this.clock.now();
    const endsAt = new Date(startedAt.getTime() + BACK_WITHIN_MS);
    const sessionId = signedIn?.session.sessionId ?? null;
    await this.flows.insertFlow(sha256(token), { purpose, sessionId, returnTo, startedAt }, endsAt);
    return { token, endsAt, address: address.href };
  }

  /**
   * Ends a way back from the provider, once.
   *
   * @param token     of the cookie
   * @param search    of the address that the browser was sent to
   * @param signedIn  who the browser is already
   * @throws OidcRefused
   */
  async finish(
    token: string,
    search: string,
    redirectUri: string,
    signedIn: SignedIn | null,
    visit: Visit,
  ): Promise<FinishedFlow> {
    const secrets = deriveSecrets(token);
    // A wrong state spends nothing: else pages of others could break off a sign-in.
    if (!isToken(token) || !isEqual(new URLSearchParams(search).get('state') ?? '', secrets.state)) {
      throw new OidcRefused('expired');
    }
    const flow = await this.flows.takeFlow(sha256(token), this.clock.now());
    if (!flow) {
      throw new OidcRefused('expired');
    }
    try {
      const proven = await this.provider.redeem(redirectUri, search, secrets);
      const { returnTo } = flow;
      if (flow.purpose === 'sign-in') {
        return { returnTo, session: await this.signIn(proven, visit) };
      }
      await this.finishOfMember(flow, proven, signedIn, visit);
      return { returnTo };
    } catch (error) {
      if (!(error instanceof OidcRefused)) {
        throw error;
      }
      await this.recordRefusal(error.reason, flow.purpose, visit);
      throw error.from(flow.returnTo);
    }
  }

  /** Tests if a member signs in with the provider. */
  async isConnected(memberId: number): Promise<boolean> {
    return this.admissions.isConnected(memberId);
  }

  /** Forgets the account that a member connected. @throws AppError wrong_state for one that groups brought */
  async disconnect(memberId: number, origin: Origin): Promise<void> {
    await this.admissions.disconnect(memberId, origin);
  }

  /** Builds the address where a browser ends its session with the provider; null where there is none to end. */
  async buildEndAddress({ session }: SignedIn, returnTo: string): Promise<string | null> {
    return this.provider.settings && session.method === 'oidc' ? this.provider.buildEndAddress(returnTo) : null;
  }

  private async signIn(proven: ProvenIdentity, visit: Visit): Promise<NewSession> {
    const grants = await this.provider.readGrants(proven);
    const result = await this.db.tx(async (tx) => {
      const admission = await this.admissions.admit(tx, proven, grants);
      if ('reason' in admission) {
        return admission;
      }
      const { memberId, name } = admission.member;
      const beginning = { method: 'oidc', sharedWith: admission.sharedWith } as const;
      const { sessionId, ...session } = await this.sessions.open(tx, memberId, beginning, visit, this.provedAt(proven));
      const by = { kind: 'member', id: String(memberId), name } as const;
      const origin = { ...originOf(visit), by, session: String(sessionId) };
      await this.audit.append(tx, INSTALLATION, origin, [
        { action: 'session.start', subject: `member ${memberId} by OpenID Connect` },
      ]);
      return { session };
    });
    if ('reason' in result) {
      throw new OidcRefused(result.reason);
    }
    return result.session;
  }

  /** The rest of a way that a member began in its session. */
  private async finishOfMember(
    { purpose, sessionId, startedAt }: OidcFlow,
    proven: ProvenIdentity,
    signedIn: SignedIn | null,
    visit: Visit,
  ): Promise<void> {
    if (signedIn?.session.sessionId !== sessionId || !signedIn) {
      throw new OidcRefused('expired');
    }
    const { memberId, name } = signedIn.member;
    const behind = [memberId, ...signedIn.session.sharedWith];
    const reason = await this.db.tx(async (tx): Promise<OidcReason | null> => {
      const owner = (await this.admissions.findOwner(tx, proven)) ?? null;
      if (purpose === 'connect') {
        const origin = { ...originOf(visit), by: { kind: 'member', id: String(memberId), name }, behind } as const;
        return owner === memberId || (await this.admissions.connect(tx, proven, memberId, origin)) ? null : 'connected';
      }
      if (owner !== memberId) {
        return 'other';
      }
      if (!proven.provedAt || proven.provedAt.getTime() < startedAt.getTime() - SKEW_MS) {
        return 'stale';
      }
      await this.sessions.noteProof(tx, signedIn.session);
      return null;
    });
    if (reason) {
      throw new OidcRefused(reason);
    }
  }

  /** The provider's clock may be ahead; a proof in the future would last longer. */
  private provedAt({ provedAt }: ProvenIdentity): Date | null {
    return provedAt && new Date(Math.min(provedAt.getTime(), this.clock.now().getTime()));
  }

  /** Strangers without a way of their own leave no entry: they could fill the log. */
  private async recordRefusal(reason: OidcReason, purpose: FlowPurpose, visit: Visit): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.audit.append(tx, INSTALLATION, { ...originOf(visit), ...BY_PROVIDER }, [
        { action: 'session.refuse', subject: `${purpose} by OpenID Connect: ${reason}` },
      ]);
    });
  }
}

function originOf({ requestId, address }: Visit): Omit<Origin, 'by'> {
  return { ...(requestId !== undefined && { requestId }), ...(address !== undefined && { address }) };
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
