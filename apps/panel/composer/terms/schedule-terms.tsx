import { Fold } from '../../kit/layout/fold.js';
import { DigitsField } from './digits-field.js';
import css from './terms.module.css';
import type { Terms } from './terms.js';
import { useTermMessages } from './messages.js';

interface ScheduleTermsProps {
  terms: Terms;
  /** Refusals by field. */
  faults: Partial<Record<keyof Terms, string>>;
  onChange: (fields: Partial<Terms>) => void;
}

/** How fast it goes, and to how many. */
export function ScheduleTerms({ terms: { speedSize, speedMins, limit }, faults, onChange }: ScheduleTermsProps) {
  const messages = useTermMessages();
  const isSet = speedSize !== '' || speedMins !== '' || limit !== '';
  const isFaulty = [faults.speedSize, faults.speedMins, faults.limit].some((fault) => fault !== undefined);
  return (
    <Fold title={messages.scheduleTerms} opens={isSet || isFaulty}>
      <div className={css['rows']}>
        <div className={css['pair']}>
          <DigitsField
            label={messages.speedSize}
            value={speedSize}
            onChange={(digits) => onChange({ speedSize: digits })}
            help={messages.speedHelp}
            fault={faults.speedSize}
          />
          <DigitsField
            label={messages.speedMins}
            value={speedMins}
            onChange={(digits) => onChange({ speedMins: digits })}
            fault={faults.speedMins}
          />
        </div>
        <DigitsField
          label={messages.limit}
          value={limit}
          onChange={(digits) => onChange({ limit: digits })}
          help={messages.limitHelp}
          fault={faults.limit}
        />
      </div>
    </Fold>
  );
}
