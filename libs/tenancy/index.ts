export { AccountService } from './account.service.js';
export { isAllowed } from './allow-list.js';
export { ApiKeyEntity } from './api-key.entity.js';
export { ApiKeyService } from './api-key.service.js';
export { ApplicationEntity } from './application.entity.js';
export { readApplicationFile, type FileSurroundings } from './application-file.js';
export { ApplicationService } from './application.service.js';
export { ApplySections } from './apply-sections.js';
export { ApplyService } from './apply.service.js';
export { AuthenticatorService } from './authenticator.service.js';
export { at, Form } from './form.js';
export { ProviderAccountEntity } from './provider-account.entity.js';
export { TenancyModule } from './tenancy.module.js';
export {
  ACCOUNT_CHANNELS,
  KEY_KINDS,
  SCOPES,
  type AccountChannel,
  type AccountCredentials,
  type ApiKey,
  type Application,
  type ApplyContext,
  type ApplyResult,
  type ApplySection,
  type Caller,
  type Difference,
  type KeyKind,
  type NewKey,
  type NewSecret,
  type ProviderAccount,
  type RateLimit,
  type Scope,
  type Section,
  type Settings,
} from './tenancy.types.js';
