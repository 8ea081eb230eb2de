import type { Provider } from './providers.js';

export interface Endpoint {
  host: string;
  port: number;
}

/**
 * Addresses of the simulators and of the receiver of hooks, and the PEM of the authority that signs their certificates.
 */
export type Endpoints = Record<Provider, Endpoint> & { hooks: Endpoint; ca: string };
