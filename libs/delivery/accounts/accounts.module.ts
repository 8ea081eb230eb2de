import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { ChannelsModule } from '#libs/channels';
import { TenancyModule } from '#libs/tenancy';
import { AccountErrorRepository } from './account-error.repository.js';
import { AccountErrorService } from './account-error.service.js';
import { AccountMailService } from './account-mail.service.js';
import { AccountRateLimitService } from './account-rate-limit.service.js';
import { AccountStateService } from './account-state.service.js';
import { AccountTestService } from './account-test.service.js';
import { CircuitBreakerRepository } from './circuit-breaker.repository.js';
import { ProviderTemplateRepository } from './provider-template.repository.js';
import { ProviderTemplateService } from './provider-template.service.js';
import { RemovedAccountRepository } from './removed-account.repository.js';
import { RemovedAccountService } from './removed-account.service.js';
import { RenderPlanService } from './render-plan.service.js';
import { SimulatorOriginsService } from './simulator-origins.service.js';

const SERVICES = [
  AccountMailService,
  AccountStateService,
  AccountRateLimitService,
  AccountTestService,
  ProviderTemplateService,
  RemovedAccountService,
  RenderPlanService,
  SimulatorOriginsService,
];

@Module({
  imports: [AuditModule, ChannelsModule, TenancyModule],
  providers: [
    ...SERVICES,
    AccountErrorRepository,
    AccountErrorService,
    CircuitBreakerRepository,
    ProviderTemplateRepository,
    RemovedAccountRepository,
  ],
  exports: SERVICES,
})
export class AccountsModule {}
