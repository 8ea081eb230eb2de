import { Injectable } from '@nestjs/common';
import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type ClientAuth,
  type Configuration,
} from 'openid-client';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { USER_AGENT } from '#platform/release';
import { isSameGrant, type Grant } from '../permissions.js';
import type { Identity } from './identity.repository.js';
import type { FlowSecrets } from './oidc-flow.js';
import { OidcRefused } from './oidc-refused.js';
import { readOidcSettings, type OidcSettings } from './oidc-settings.js';

/** Time for one answer of the provider, for which the browser of the member waits. */
const TIMEOUT_SECONDS = 5;
/** For so long the addresses of a provider are believed. Its keys are read again when it signs with a new one. */
const BELIEVED_MS = 3_600_000;
const MAX_NAME = 100;

/** The identity that the provider returned. @property provedAt  when it asked who that is; null: it does not say */
export interface ProvenIdentity extends Identity {
  name: string;
  email: string | null;
  groups: readonly string[];
  provedAt: Date | null;
}

type Claims = Readonly<Record<string, unknown>>;

/** Speaks OpenID Connect with the provider of the settings (OpenID Connect Core 1.0, authorization code with PKCE). */
@Injectable()
export class OidcProviderService {
  readonly settings: OidcSettings | null;
  private known: { configuration: Configuration; until: number } | undefined;

  /** @throws ConfigError for roles that there are not */
  constructor(
    private readonly applications: ApplicationService,
    config: Config,
  ) {
    this.settings = readOidcSettings(config);
  }

  /**
   * Builds the address where a browser signs in.
   *
   * @param asksAgain  whether the provider must ask who it is, whatever session it has
   * @throws OidcRefused provider
   */
  async buildAddress(redirectUri: string, { state, nonce, verifier }: FlowSecrets, asksAgain: boolean): Promise<URL> {
    const configuration = await this.discover();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.requireSettings().scopes,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asksAgain && { max_age: '0' }),
    });
  }

  /**
   * Trades the code of an answer for who signed in. State, issuer, signature, audience, nonce and times are checked.
   *
   * @param search  of the address that the provider sent the browser to
   * @throws OidcRefused denied, provider or token
   */
  async redeem(redirectUri: string, search: string, { state, nonce, verifier }: FlowSecrets): Promise<ProvenIdentity> {
    const configuration = await this.discover();
    try {
      const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri + search), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) {
        throw new OidcRefused('token');
      }
      return this.read(claims, await this.readMore(configuration, tokens.access_token, claims));
    } catch (error) {
      throw toRefused(error);
    }
  }

  /** Reads the grants that groups give. An application that there is not gives nothing. */
  async readGrants({ groups }: ProvenIdentity): Promise<Grant[]> {
    const ids = new Map((await this.applications.listApplications()).map(({ id, name }) => [name, id]));
    const wanted = [...new Set(groups)].flatMap((group) => this.settings?.roles.get(group) ?? []);
    const grants = wanted.flatMap(({ role, app }): Grant[] => {
      const appId = app === null ? null : ids.get(app);
      return appId === undefined ? [] : [{ role, appId }];
    });
    return grants.filter((grant, index) => grants.findIndex((other) => isSameGrant(other, grant)) === index);
  }

  /**
   * Builds the address where a browser ends its session with the provider; null where that knows no such place, or does
   * not answer.
   */
  async buildEndAddress(returnTo: string): Promise<string | null> {
    const configuration = await this.discover().catch(() => null);
    return configuration?.serverMetadata().end_session_endpoint === undefined
      ? null
      : buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** Some providers keep groups out of the token, and return them when asked. */
  private async readMore(
    configuration: Configuration,
    accessToken: string,
    claims: Claims & { sub: string },
  ): Promise<Claims> {
    const isComplete = claims[this.requireSettings().groupsClaim] !== undefined;
    return isComplete || configuration.serverMetadata().userinfo_endpoint === undefined
      ? {}
      : fetchUserInfo(configuration, accessToken, claims.sub);
  }

  private read(claims: Claims & { iss: string; sub: string }, more: Claims): ProvenIdentity {
    const all = { ...more, ...claims };
    const groups = all[this.requireSettings().groupsClaim];
    const provedAt = claims['auth_time'];
    const email = readText(all['email']);
    return {
      issuer: claims.iss,
      subject: claims.sub,
      name: readText(all['name']) ?? readText(all['preferred_username']) ?? email ?? 'Member',
      email,
      groups: (Array.isArray(groups) ? (groups as unknown[]) : [groups]).filter((group) => typeof group === 'string'),
      provedAt: typeof provedAt === 'number' ? new Date(provedAt * 1000) : null,
    };
  }

  private async discover(): Promise<Configuration> {
    if (this.known && this.known.until > performance.now()) {
      return this.known.configuration;
    }
    const { issuer, clientId, clientSecret } = this.requireSettings();
    try {
      const configuration = await discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), {
        timeout: TIMEOUT_SECONDS,
        [customFetch]: (url, options) =>
          fetch(url, { ...options, headers: { ...options.headers, 'user-agent': USER_AGENT } }),
        execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
      });
      // The library lets Entra name another issuer, under which every tenant of Microsoft could sign in.
      const named = configuration.serverMetadata().issuer;
      if (named !== issuer) {
        throw new Error(`OIDC_ISSUER is ${issuer}, but the provider calls itself ${named}`);
      }
      this.known = { configuration, until: performance.now() + BELIEVED_MS };
      return configuration;
    } catch (error) {
      throw new OidcRefused('provider', error);
    }
  }

  private requireSettings(): OidcSettings {
    if (!this.settings) {
      throw new Error('There is no provider');
    }
    return this.settings;
  }
}

/**
 * Builds the form in which the provider takes the secret; a document that says nothing means the first way (Discovery
 * 1.0, section 3).
 */
function authenticate(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (ways.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}

function toRefused(error: unknown): OidcRefused {
  if (error instanceof OidcRefused) {
    return error;
  }
  if (error instanceof AuthorizationResponseError) {
    return new OidcRefused('denied', error);
  }
  const isAway = error instanceof TypeError || (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');
  return new OidcRefused(isAway ? 'provider' : 'token', error);
}

/** @returns null for what is no text, or an empty one */
function readText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim().slice(0, MAX_NAME) : '';
  return text === '' ? null : text;
}
