import { Module } from '@nestjs/common';
import { LedgerCheckRepository } from './ledger-check.repository.js';
import { LedgerCheckService } from './ledger-check.service.js';

@Module({ providers: [LedgerCheckRepository, LedgerCheckService], exports: [LedgerCheckService] })
export class LedgerCheckModule {}
