import { Module } from '@nestjs/common';
import { ChannelsModule } from '#libs/channels';
import { TenancyModule } from '#libs/tenancy';
import { AccountRateLimitService } from './account-rate-limit.service.js';
import { AccountStateService } from './account-state.service.js';
import { CircuitBreakerRepository } from './circuit-breaker.repository.js';
import { RenderPlanService } from './render-plan.service.js';
import { SimulatorOriginsService } from './simulator-origins.service.js';

const SERVICES = [AccountStateService, AccountRateLimitService, RenderPlanService, SimulatorOriginsService];

@Module({
  imports: [ChannelsModule, TenancyModule],
  providers: [...SERVICES, CircuitBreakerRepository],
  exports: SERVICES,
})
export class AccountsModule {}
