export { ProviderAccountService, SEALED_CREDENTIALS } from './provider-accounts/provider-account.service.js';
export { channelOfKey } from './provider-accounts/account-key.js';
export { readExpiry } from './api-keys/key-form.js';
export { KeyUseService } from './api-keys/key-use.service.js';
export { hasScope } from './api-keys/has-scope.js';
export { OPERATOR, requirePrivateView } from './api-keys/viewer.js';
export { ApiKeyService } from './api-keys/api-key.service.js';
export { readApplicationFile, readSectionText } from './apply/application-file.js';
export { ROOT_FIELDS } from './apply/root-reference.js';
export { ApplicationService } from './applications/application.service.js';
export { FREQUENCY_OFFERS } from './applications/frequency-offers.sql.js';
export {
  SectionEditService,
  type EditedSection,
  type SectionHead,
  type SectionReview,
} from './apply/section-edit.service.js';
export { mayPanelEdit } from './apply/panel-lock.js';
export { SectionRegistryService } from './apply/section-registry.service.js';
export { SetupService } from './apply/setup.service.js';
export { ApplyService } from './apply/apply.service.js';
export { AuthenticatorService } from './api-keys/authenticator.service.js';
export { SEALED_IDENTITY_KEYS } from './identity-keys/identity-keys.section.js';
export { IdentityTokenService, type ProvenUser } from './identity-keys/identity-token.service.js';
export { TenancyModule } from './tenancy.module.js';
export {
  SECTIONS,
  type AddressRule,
  type Application,
  type Approval,
  type ApprovalStep,
  type Brand,
  type RateLimit,
  type Section,
  type Settings,
  type Tracking,
} from './model/tenancy.types.js';
export type { AccountRules, ProviderAccount } from './model/provider-account.types.js';
export type {
  ApplyContext,
  ApplyResult,
  ApplySection,
  Difference,
  SectionContent,
  SetupEditor,
  Viewer,
} from './model/apply.types.js';
export {
  KEY_KINDS,
  SCOPES,
  type ApiKey,
  type Caller,
  type KeyExtent,
  type KeyKind,
  type KeyStatus,
  type NewKey,
  type Scope,
} from './model/api-key.types.js';
