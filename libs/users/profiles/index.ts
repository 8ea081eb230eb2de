export { MAX_ELEMENTS, inferType, readAttributeCode, readElements, readValue } from './attributes/attribute-values.js';
export { AttributeRepository } from './attributes/attribute.repository.js';
export { AttributeService, type AttributeDefinitions } from './attributes/attribute.service.js';
export { attributeSql, toAttrsJson } from './attributes/attribute.sql.js';
export { ATTRIBUTE_FIELDS } from './attributes/attributes-reference.js';
export { toAttributeEntry } from './attributes/attributes.section.js';
export { describeAttributes, readAttributes } from './attributes/read-attributes.js';
export { buildProfile, withoutPrivate } from './attributes/build-profile.js';
export { readDeviceAttributes, type DeviceAttributes } from './attributes/device-attributes.js';
export { SHOWN, requireMayShow } from './attributes/private-mark.js';
export { RemovalRepository } from './attributes/removal.repository.js';
export { RemovalService, StaleAttributeError, type AppliedRemovals } from './attributes/removal.service.js';
export { DEVICE_ATTRIBUTE_CODES, STANDARD_ATTRIBUTE_IDS } from './attributes/standard-attributes.js';
export { TextSealService } from './attributes/text-seal.service.js';
export { toValueKinds } from './attributes/value-kinds.js';
export {
  DATA_TYPES,
  type AttributeDefinition,
  type AttributeScalar,
  type AttributeValue,
  type DataType,
  type NewAttribute,
  type Profile,
} from './model/attribute.types.js';
export { TOPIC_STATES, type StoredChoice, type TopicState } from './model/topic.types.js';
export { isPrivateAttribute } from './model/private-attribute.js';
export { ProfilesModule } from './profiles.module.js';
export { isSealedText } from './sealing/sealed-text.js';
export { SEALED_ATTRIBUTE_KEYS } from './sealing/sealing-key.service.js';
export { SealingService } from './sealing/sealing.service.js';
export { ValueSealer } from './sealing/value-sealer.js';
export { OptInProofRepository, type OptInProof } from './store/opt-in-proof.repository.js';
export {
  OptInRequestRepository,
  type AskedAddress,
  type OptIn,
  type OptInRequest,
} from './store/opt-in-request.repository.js';
export { OptOutRepository } from './store/opt-out.repository.js';
export { TopicChoiceRepository } from './store/topic-choice.repository.js';
export {
  UserRepository,
  type AttributeMode,
  type ExistingUser,
  type UserProfileRow,
  type UserRow,
  type WrittenUser,
} from './store/user.repository.js';
export { TagRepository } from './tags/tag.repository.js';
export { TagService } from './tags/tag.service.js';
