/** The protocols that have servers of their own. */
const OWN = ['apns', 'fcm', 'webpush', 'smtp', 'sms'] as const;
/** Providers that take one request over HTTP/1.1 for each message; `apis/registry.ts` says how each is made. */
export const HTTP_APIS = ['http', 'vonage', 'hms', 'whatsapp', 'infobip', 'ses', 'telegram', 'slack'] as const;
export type HttpApi = (typeof HTTP_APIS)[number];

/** One value per HTTP API. */
export function perApi<T>(make: (api: HttpApi) => T): Record<HttpApi, T> {
  return Object.fromEntries(HTTP_APIS.map((api) => [api, make(api)])) as Record<HttpApi, T>;
}

/** The providers that are simulated, under the names that the control API and the senders use. */
export const PROVIDERS = [...OWN, ...HTTP_APIS] as const;
export type Provider = (typeof PROVIDERS)[number];

export function isHttpApi(provider: Provider): provider is HttpApi {
  return HTTP_APIS.some((api) => api === provider);
}

export function isProvider(value: unknown): value is Provider {
  return PROVIDERS.some((provider) => provider === value);
}

/** One value per provider. */
export function perProvider<T>(make: (provider: Provider) => T): Record<Provider, T> {
  return Object.fromEntries(PROVIDERS.map((provider) => [provider, make(provider)])) as Record<Provider, T>;
}
