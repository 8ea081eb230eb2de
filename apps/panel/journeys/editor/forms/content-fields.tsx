import { Choices } from '../../../kit/controls/choices.js';
import { ProseField } from '../../../kit/controls/composing-fields.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useApplication } from '../../../session/application.js';
import { Placeholders } from '../../../targets/placeholders.js';
import { MESSAGE_PLATFORMS, platformName } from '../../../widgets/platform-names.js';
import { type Fields, listOf, textOf, withoutEmpty } from '../model/written-journey.js';
import { useFieldMessages } from '../texts/field-messages.js';
import { OptionalText } from './parts.js';

/** One content: what the composer writes beyond these fields stays as it is. */
export function ContentFields({ value, onChange }: { value: Fields; onChange: (value: Fields) => void }) {
  const { w } = useI18n();
  const messages = useFieldMessages();
  const platforms = listOf(value['platforms']).map(textOf);
  const isMail = platforms.includes('EMAIL');
  const { app } = useApplication();
  // A text of the panel is a template, and the file says which are.
  const write = (change: Fields): void =>
    onChange(withoutEmpty({ ...value, ...change, templates: value['templates'] ?? 'liquid' }));
  const heading = isMail ? 'subject' : 'title';
  return (
    <>
      <Choices
        label={messages.platforms}
        values={platforms}
        options={MESSAGE_PLATFORMS.map((platform) => [platform, platformName(platform, w)] as const)}
        onChange={(next) => write({ platforms: MESSAGE_PLATFORMS.filter((platform) => next.includes(platform)) })}
      />
      <Placeholders app={app.key} text={textOf(value[heading])} onChange={(text) => write({ [heading]: text })}>
        <OptionalText
          label={isMail ? messages.subject : messages.messageTitle}
          value={value[heading]}
          onChange={(text) => write({ [heading]: text })}
        />
      </Placeholders>
      <Placeholders app={app.key} text={textOf(value['text'])} onChange={(text) => write({ text })}>
        <ProseField
          label={messages.text}
          value={textOf(value['text'])}
          rows={3}
          onChange={(text) => write({ text })}
          help={messages.textHelp}
        />
      </Placeholders>
    </>
  );
}
