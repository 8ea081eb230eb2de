import type { Provider } from './providers.js';

export interface Endpoint {
  host: string;
  port: number;
}

/** Where the simulators are, and the PEM of the authority that vouches for them. */
export type Endpoints = Record<Provider, Endpoint> & { ca: string };
