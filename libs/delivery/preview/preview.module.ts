import { Module } from '@nestjs/common';
import { UsersModule } from '#libs/users';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PayloadPreviewService } from './payload-preview.service.js';

const SERVICES = [PayloadPreviewService];

@Module({ imports: [UsersModule, AccountsModule], providers: SERVICES, exports: SERVICES })
export class PreviewModule {}
