import { Module } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { DeliveryModule } from '#libs/delivery';
import { NotificationsModule } from '#libs/notifications';
import { ReportingModule } from '#libs/reporting';
import { TenancyModule } from '#libs/tenancy';
import { SimulatedDeliveriesService } from './deliveries/simulated-deliveries.service.js';
import { DrillCopyService } from './drills/drill-copy.service.js';
import { DrillEvidenceService } from './drills/drill-evidence.service.js';
import { DrillRunnerService } from './drills/drill-runner.service.js';
import { DrillRepository } from './drills/drill.repository.js';
import { DrillService } from './drills/drill.service.js';
import { ReportPlacesService } from './reports/report-places.service.js';
import { SimulatedReportService } from './reports/simulated-report.service.js';
import { SimulatedAccountsService } from './simulators/simulated-accounts.service.js';
import { SimulatorClient } from './simulators/simulator-client.js';

const SERVICES = [
  DrillRunnerService,
  DrillService,
  ReportPlacesService,
  SimulatedDeliveriesService,
  SimulatedReportService,
];

/** Operations for applications with simulated accounts. */
@Module({
  imports: [AuditModule, DeliveryModule, NotificationsModule, ReportingModule, TenancyModule],
  providers: [
    ...SERVICES,
    DrillCopyService,
    DrillEvidenceService,
    DrillRepository,
    SimulatedAccountsService,
    SimulatorClient,
  ],
  exports: SERVICES,
})
export class SimulationModule {}
