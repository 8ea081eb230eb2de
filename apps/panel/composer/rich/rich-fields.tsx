import { Choices } from '../../kit/controls/choices.js';
import { ProseField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Fold } from '../../kit/layout/fold.js';
import { PictureField } from '../../mails/picture-field.js';
import { useApplication } from '../../session/application.js';
import { Placeholders } from '../../targets/placeholders.js';
import { DigitsField } from '../terms/digits-field.js';
import css from '../terms/terms.module.css';
import { PagesField } from './pages-field.js';
import { GENERAL_TRAITS, newRich, TRAITS, type Rich } from './rich.js';
import { useRichMessages } from './messages.js';

interface RichFieldsProps {
  rich: Rich;
  /** Places that show it: fields of other places are left out. */
  on: { push: boolean; mobile: boolean; browser: boolean; sms: boolean };
  /** Refusals by field. */
  faults: Partial<Record<keyof Rich, string>>;
  onChange: (fields: Partial<Rich>) => void;
}

/** Fields of the kind of message beside its texts, folded until one has a value. */
export function RichFields({ rich, on, faults, onChange }: RichFieldsProps) {
  const messages = useRichMessages();
  const { app } = useApplication();
  const { late: _late, ...empty } = newRich();
  const names = Object.keys(empty) as (keyof typeof empty)[];
  const opens = names.some((name) => rich[name].length > 0 || faults[name] !== undefined);
  const shownTraits = TRAITS.filter((trait) =>
    GENERAL_TRAITS.has(trait)
      ? true
      : trait === 'vibration'
        ? on.mobile
        : trait === 'interactionRequired'
          ? on.browser
          : on.push,
  );
  return (
    <Fold title={messages.more} opens={opens}>
      <div className={css['rows']}>
        {on.mobile && (
          <>
            <PagesField rich={rich} fault={faults.pages} onChange={onChange} />
            <Placeholders app={app.key} text={rich.bigText} onChange={(bigText) => onChange({ bigText })}>
              <ProseField
                label={messages.bigText}
                rows={3}
                value={rich.bigText}
                onChange={(bigText) => onChange({ bigText })}
                help={messages.bigTextHelp}
                fault={faults.bigText}
              />
            </Placeholders>
            <PictureField
              label={messages.thumbnail}
              value={rich.thumbnail}
              onChange={(thumbnail) => onChange({ thumbnail })}
              fault={faults.thumbnail}
            />
            <DigitsField
              label={messages.badge}
              value={rich.badge}
              onChange={(badge) => onChange({ badge })}
              fault={faults.badge}
            />
          </>
        )}
        {on.push && (
          <Placeholders app={app.key} text={rich.subText} onChange={(subText) => onChange({ subText })}>
            <Field
              label={messages.subText}
              value={rich.subText}
              onChange={(subText) => onChange({ subText })}
              help={messages.subTextHelp}
              fault={faults.subText}
            />
          </Placeholders>
        )}
        {on.sms && (
          <Field
            label={messages.smsSender}
            value={rich.smsSender}
            onChange={(smsSender) => onChange({ smsSender })}
            help={messages.smsSenderHelp}
            fault={faults.smsSender}
          />
        )}
        <div className={css['labelled']}>
          <span aria-hidden="true">{messages.traits}</span>
          <Choices
            label={messages.traits}
            values={rich.traits}
            options={shownTraits.map((trait) => [trait, messages.traitNames[trait]] as const)}
            onChange={(chosen) => onChange({ traits: TRAITS.filter((trait) => chosen.includes(trait)) })}
          />
          <p className={css['help']}>{messages.traitsHelp}</p>
        </div>
        <Field
          label={messages.hook}
          value={rich.hook}
          onChange={(hook) => onChange({ hook })}
          help={messages.hookHelp}
          fault={faults.hook}
        />
      </div>
    </Fold>
  );
}
