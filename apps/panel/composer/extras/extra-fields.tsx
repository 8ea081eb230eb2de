import { ProseField } from '../../kit/controls/composing-fields.js';
import { Field } from '../../kit/controls/field.js';
import { Fold } from '../../kit/layout/fold.js';
import { useApplication } from '../../session/application.js';
import { Placeholders } from '../../targets/placeholders.js';
import css from '../terms/terms.module.css';
import { isCustomBroken, type Extras } from './extras.js';
import { useExtraMessages } from './messages.js';

interface ExtraFieldsProps {
  extras: Extras;
  /** True for phones: browsers have neither a subtitle nor a sound. */
  isMobile: boolean;
  /** Refusals by field. */
  faults: Partial<Record<keyof Extras, string>>;
  onChange: (fields: Partial<Extras>) => void;
}

/** Fields of a push beside its texts, folded until one has a value. */
export function ExtraFields({ extras, isMobile, faults, onChange }: ExtraFieldsProps) {
  const messages = useExtraMessages();
  const { app } = useApplication();
  const { subtitle, sound, thread, custom } = extras;
  const isSet = [subtitle, sound, thread, custom].some((text) => text !== '');
  const isFaulty = [faults.subtitle, faults.sound, faults.thread, faults.custom].some((fault) => fault !== undefined);
  return (
    <Fold title={messages.more} opens={isSet || isFaulty}>
      <div className={css['rows']}>
        {isMobile && (
          <>
            <Placeholders app={app.key} text={subtitle} onChange={(text) => onChange({ subtitle: text })}>
              <Field
                label={messages.subtitle}
                value={subtitle}
                onChange={(text) => onChange({ subtitle: text })}
                help={messages.subtitleHelp}
                fault={faults.subtitle}
              />
            </Placeholders>
            <Field
              label={messages.sound}
              value={sound}
              onChange={(text) => onChange({ sound: text })}
              help={messages.soundHelp}
              fault={faults.sound}
            />
          </>
        )}
        <Field
          label={messages.thread}
          value={thread}
          onChange={(text) => onChange({ thread: text })}
          help={messages.threadHelp}
          fault={faults.thread}
        />
        <ProseField
          label={messages.custom}
          rows={3}
          value={custom}
          onChange={(text) => onChange({ custom: text })}
          help={messages.customHelp}
          fault={isCustomBroken(extras) ? messages.customFault : faults.custom}
        />
      </div>
    </Fold>
  );
}
