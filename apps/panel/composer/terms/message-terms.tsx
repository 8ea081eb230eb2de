import { useQuery } from '@tanstack/react-query';
import { campaignCategories } from '../../api/compose/compose.js';
import { Choices } from '../../kit/controls/choices.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { Fold } from '../../kit/layout/fold.js';
import { useApplication } from '../../session/application.js';
import { DigitsField } from './digits-field.js';
import css from './terms.module.css';
import { TTL_UNITS, type Terms, type TtlUnit } from './terms.js';
import { useTermMessages } from './messages.js';

interface MessageTermsProps {
  terms: Terms;
  /** Refusals by field. */
  faults: Partial<Record<keyof Terms, string>>;
  onChange: (fields: Partial<Terms>) => void;
}

/** Fields of further terms of a message: its categories, its label, its lifetime. */
export function MessageTerms({ terms: { categories, label, ttl, ttlUnit }, faults, onChange }: MessageTermsProps) {
  const messages = useTermMessages();
  const { app } = useApplication();
  const { data } = useQuery(campaignCategories(app.key));
  // A category that was removed since stays in sight, and the preview says so.
  const known = [...new Set([...(data?.items ?? []), ...categories])];
  const isSet = categories.length > 0 || label !== '' || ttl !== '';
  const isFaulty = [faults.categories, faults.label, faults.ttl].some((fault) => fault !== undefined);
  return (
    <Fold title={messages.messageTerms} opens={isSet || isFaulty}>
      <div className={css['rows']}>
        {known.length > 0 && (
          <div className={css['labelled']}>
            <span aria-hidden="true">{messages.categories}</span>
            <Choices
              label={messages.categories}
              values={categories}
              options={known.map((name) => [name, name] as const)}
              onChange={(chosen) => onChange({ categories: known.filter((name) => chosen.includes(name)) })}
            />
            <p className={css['help']}>{messages.categoriesHelp}</p>
            {faults.categories !== undefined && <p className={css['warning']}>{faults.categories}</p>}
          </div>
        )}
        <Field
          label={messages.label}
          value={label}
          onChange={(text) => onChange({ label: text })}
          help={messages.labelHelp}
          fault={faults.label}
        />
        <div className={css['pair']}>
          <DigitsField
            label={messages.ttl}
            value={ttl}
            onChange={(digits) => onChange({ ttl: digits })}
            help={messages.ttlHelp}
            fault={faults.ttl}
          />
          <Select
            label={messages.ttlUnit}
            value={ttlUnit}
            options={TTL_UNITS.map((unit) => [unit, messages.units[unit]] as const)}
            onChange={(unit) => onChange({ ttlUnit: unit as TtlUnit })}
          />
        </div>
      </div>
    </Fold>
  );
}
