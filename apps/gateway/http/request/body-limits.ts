import { SetMetadata } from '@nestjs/common';

/** The bounds of a request body. */
export interface BodyLimits {
  /** After decompression. */
  bytes: number;
  /** Texts, numbers, lists, objects … */
  values: number;
}

/** The bounds for servers: 1,000 users with 60 attributes each, and more. */
export const DEFAULT_LIMITS: BodyLimits = { bytes: 5 * 1024 * 1024, values: 100_000 };
/** The bounds for pages and apps, whose keys are public. */
export const SMALL_LIMITS: BodyLimits = { bytes: 64 * 1024, values: 2000 };

/** Names of the limits in the API document. */
export const BODY_LIMIT_EXTENSION = 'x-max-body-bytes';
export const VALUE_LIMIT_EXTENSION = 'x-max-body-values';

export const SMALL_BODIES = Symbol('small bodies');

/** A controller whose bodies come from one page or app. */
export const SmallBodies = () => SetMetadata(SMALL_BODIES, true);

/** Repeated ids count once, so a list may be longer than the 1000 different ids that a request may name. */
export const MAX_ENTRIES = 100_000;
