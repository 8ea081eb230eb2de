import { SamplingDecision, ParentBasedSampler, type Sampler } from '@opentelemetry/sdk-trace-node';

/**
 * Draws a share of the requests. What a client says of its own trace does not count: it could have every request
 * recorded, and slow others down. Work below a recorded span is recorded.
 *
 * @param share  0 to 1
 */
export function ownSampler(share: number): Sampler {
  const drawn: Sampler = {
    shouldSample: () => ({
      decision: Math.random() < share ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `drawn(${share})`,
  };
  return new ParentBasedSampler({ root: drawn, remoteParentSampled: drawn, remoteParentNotSampled: drawn });
}
