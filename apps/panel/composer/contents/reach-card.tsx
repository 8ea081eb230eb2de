import { Chips } from '../../kit/controls/chips.js';
import { Select } from '../../kit/controls/select.js';
import { Card } from '../../kit/layout/card.js';
import css from '../form/composer.module.css';
import type { Faults } from '../form/faults.js';
import { useKnownWords } from '../form/known-words.js';
import { DigitsField } from '../terms/digits-field.js';
import terms from '../terms/terms.module.css';
import { LAST_ACTIVE, REACHES, WITHIN_UNITS, type CampaignDraft, type Reach, type Reaching } from './campaign-draft.js';
import { useReachMessages } from './reach-messages.js';
import { useContentName } from './use-content-name.js';
import { nameAttributes } from '../../widgets/attribute-names.js';

interface ReachCardProps {
  campaign: CampaignDraft;
  faults: Faults;
  onChange: (reaching: Partial<Reaching>) => void;
}

/** Chooses how a person with several channels is reached. */
export function ReachCard({ campaign, faults, onChange }: ReachCardProps) {
  const messages = useReachMessages();
  const nameOf = useContentName(campaign);
  const { attributes } = useKnownWords();
  const { contents, reach, within, withinUnit, preferredBy } = campaign;
  const order = messages.inOrder(contents.map(({ id }) => nameOf(id)));
  const texts = attributes.filter(({ dataType, code }) => dataType === 'STRING' || code === preferredBy);
  return (
    <Card title={messages.reach}>
      <div className={css['rows']}>
        <Chips
          label={messages.reach}
          value={reach}
          options={REACHES.map((rule) => [rule, messages.reaches[rule]] as const)}
          onChange={(rule) => onChange({ reach: rule as Reach })}
        />
        <p className={css['quiet']}>
          {reach === 'first' ? messages.reachHelp.first(order) : messages.reachHelp[reach]}
        </p>
        {reach === 'first' && (
          <div className={terms['pair']}>
            <DigitsField
              label={messages.within}
              value={within}
              onChange={(digits) => onChange({ within: digits })}
              help={messages.withinHelp}
              fault={faults.blocking.within}
            />
            <Select
              label={messages.unit}
              value={withinUnit}
              options={WITHIN_UNITS.map((unit) => [unit, messages.units[unit]] as const)}
              onChange={(unit) => onChange({ withinUnit: unit as Reaching['withinUnit'] })}
            />
          </div>
        )}
        {reach === 'preferred' && (
          <Select
            label={messages.preferredBy}
            value={preferredBy}
            options={[[LAST_ACTIVE, messages.lastActive], ...nameAttributes(texts)]}
            onChange={(code) => onChange({ preferredBy: code })}
          />
        )}
      </div>
    </Card>
  );
}
