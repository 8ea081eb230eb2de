import type { Provider } from './providers.js';

export interface Endpoint {
  host: string;
  port: number;
}

/** Where the simulators are, the receiver of hooks among them, and the PEM of the authority that vouches for them. */
export type Endpoints = Record<Provider, Endpoint> & { hooks: Endpoint; ca: string };
