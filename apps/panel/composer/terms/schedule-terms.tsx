import { Select } from '../../kit/controls/select.js';
import { Fold } from '../../kit/layout/fold.js';
import { DigitsField } from './digits-field.js';
import css from './terms.module.css';
import { PRIORITIES, type Priority, type Terms } from './terms.js';
import { useTermMessages } from './messages.js';

interface ScheduleTermsProps {
  terms: Terms;
  /** Refusals by field. */
  faults: Partial<Record<keyof Terms, string>>;
  onChange: (fields: Partial<Terms>) => void;
}

/** How fast it goes, to how many, who gets nothing, and before which others. */
export function ScheduleTerms({ terms, faults, onChange }: ScheduleTermsProps) {
  const messages = useTermMessages();
  const { speedSize, speedMins, limit, holdout, priority } = terms;
  const isSet = [speedSize, speedMins, limit, holdout].some((amount) => amount !== '') || priority !== 'normal';
  const isFaulty = [faults.speedSize, faults.speedMins, faults.limit, faults.holdout, faults.priority].some(
    (fault) => fault !== undefined,
  );
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
        <DigitsField
          label={messages.holdout}
          value={holdout}
          onChange={(digits) => onChange({ holdout: digits })}
          help={messages.holdoutHelp}
          fault={faults.holdout}
        />
        <Select
          label={messages.priority}
          value={priority}
          options={PRIORITIES.map((name) => [name, messages.priorities[name]] as const)}
          onChange={(name) => onChange({ priority: name as Priority })}
        />
        <p className={css['help']}>{messages.priorityHelp}</p>
      </div>
    </Fold>
  );
}
