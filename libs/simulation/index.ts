export type { MailCard, PushCard, ShownFact, SmsCard } from './deliveries/shown-delivery.types.js';
export {
  type SimulatedDeliveries,
  SimulatedDeliveriesService,
  type SimulatedDelivery,
} from './deliveries/simulated-deliveries.service.js';
export { DRILL_STATES, type Drill, type DrillVerdict } from './drills/drill.types.js';
export { DrillRunnerService } from './drills/drill-runner.service.js';
export { DrillService } from './drills/drill.service.js';
export { ReportPlacesService } from './reports/report-places.service.js';
export { REPORT_KINDS, SimulatedReportService, type ReportKind } from './reports/simulated-report.service.js';
export { SimulationModule } from './simulation.module.js';
