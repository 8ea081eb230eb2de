export { describeMissing, describeUnknown, findSchemaGap, type SchemaGap } from './schema-gap.js';
