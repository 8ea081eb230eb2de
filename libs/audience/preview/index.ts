export { type AttributeShares, AudienceAttributesService } from './audience-attributes.service.js';
export { type AudienceBreakdown, AudienceBreakdownService, BREAKDOWN_KINDS } from './audience-breakdown.service.js';
export { type AudienceOverlap, AudienceOverlapService } from './audience-overlap.service.js';
export { type AudiencePreview, AudiencePreviewService, type ClauseCount } from './audience-preview.service.js';
export { type AudienceReach, AudienceReachService } from './audience-reach.service.js';
export { type AudienceSample, AudienceSampleService } from './audience-sample.service.js';
export { type AudienceValues, AudienceValuesService } from './audience-values.service.js';
export { type DeviceDensity, DeviceDensityService, LEAST_DEVICES, MAX_REACH_KM } from './device-density.service.js';
