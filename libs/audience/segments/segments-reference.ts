import { schemaOf, type JsonSchema } from '#platform/validation';
import {
  type FileFields,
  freeField,
  listField,
  mapField,
  numberField,
  oneOfField,
  patternField,
  required,
  type SectionReference,
  textField,
} from '#platform/forms';
import { SCORES } from '../prediction/prediction.types.js';
import { SEGMENT_TYPES } from '../segment-store/segment.types.js';
import { SegmentTargetDto } from '../targets/target.dto.js';

export const MAX_NAME_LENGTH = 255;

export const PREDICT_FIELDS = {
  score: oneOfField(SCORES, 'What is predicted: leaving, purchases, or their value. Needed without `attribute`'),
  attribute: textField('Numeric attribute with uploaded scores, instead of `score`, `horizon`, `event`, `value`'),
  horizon: patternField('^\\d{1,5}[hd]$', 'How far ahead', '`30d`'),
  event: textField('Event of a purchase', { otherwise: '`OrderEvent`' }),
  value: textField('Its attribute with the value', { otherwise: '`grandTotal`' }),
  atLeast: numberField('Lowest score'),
  atMost: numberField('Highest score'),
  topShare: numberField('Share of users with the highest scores, over 0', { min: 0, max: 1 }),
} satisfies FileFields;

/** Beside the class of requests, which does not have it. */
const PREDICT = mapField(PREDICT_FIELDS, 'Of a PREDICT_SEGMENT: users by score. At least one of the last three');
const TARGET_SCHEMA: JsonSchema = { ...schemaOf(SegmentTargetDto), additionalProperties: false };

export const SEGMENT_FIELDS = {
  name: required(textField('Identifies the segment; targets name it', { max: MAX_NAME_LENGTH })),
  type: oneOfField(SEGMENT_TYPES, 'Fits the target: `product` and `predict` have a type of their own', '`STANDARD`'),
  target: required(
    freeField(
      { ...TARGET_SCHEMA, properties: { ...TARGET_SCHEMA.properties, predict: PREDICT.schema } },
      'Who is in it. Its forms combine with AND',
    ),
  ),
} satisfies FileFields;

export const SEGMENTS_REFERENCE: SectionReference = {
  field: listField(SEGMENT_FIELDS, 'Groups of users, by a target'),
  about:
    'The target is that of a bulk send, and behaviour and reachability. `all`, `any` and `none` list such targets, at most three ' +
    'deep. Names are checked at every depth.',
  example: `
app: shop
attributes:
  - { code: age, dataType: INT }
segments:
  - { name: adults, target: { profile: { age: { $gte: 18 } } } }
  - name: lost customers
    target:
      tag: { $not: [staff] }
      event: [{ name: OrderEvent, within: 30d, not: true }, { name: OrderEvent, atLeast: 2 }]
  - name: worth a call
    target:
      event: { name: OrderEvent, within: 90d }
      any: [{ tag: vip }, { profile: { age: { $gte: 60 } } }]
      none: [{ location: { latitude: 41.02, longitude: 28.97, radius: 5 } }]
  - { name: call instead, target: { lastSeen: { not: true, within: 30d }, reachable: { $not: [IOS, ANDROID, EMAIL] } } }
  - { name: near, target: { location: { latitude: 41.02, longitude: 28.97, radius: 5 } } }
  - { name: buyers, type: PRODUCT_SEGMENT, target: { product: { action: bought, within: 90d, price: { atLeast: 20 } } } }
  - { name: leaving, type: PREDICT_SEGMENT, target: { predict: { score: churn, topShare: 0.1 } } }
`,
};
