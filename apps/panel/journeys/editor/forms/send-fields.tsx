import { Button } from '../../../kit/controls/button.js';
import { Choices } from '../../../kit/controls/choices.js';
import { ProseField } from '../../../kit/controls/composing-fields.js';
import { Field } from '../../../kit/controls/field.js';
import { Select } from '../../../kit/controls/select.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useApplication } from '../../../session/application.js';
import { Placeholders } from '../../../targets/placeholders.js';
import { MESSAGE_PLATFORMS, platformName } from '../../../widgets/platform-names.js';
import { ComposeButton } from '../contents/compose-button.js';
import { type Fields, fieldsOf, listOf, textOf, withoutEmpty } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { Named, OptionalText, Span } from './parts.js';

interface SendProps {
  /** Names of definitions. */
  messages: readonly string[];
  value: Fields;
  onChange: (change: Fields) => void;
}

const PUSHES = ['IOS', 'ANDROID'];

/** A message by its name, or contents that are written here. */
export function SendFields({ messages: names, value, onChange }: SendProps) {
  const messages = useFieldMessages();
  const way = value['contents'] === undefined ? 'message' : 'contents';
  const contents = listOf(value['contents']).map(fieldsOf);
  const write = (next: readonly Fields[]): void => onChange({ contents: next });
  return (
    <>
      <Select
        label={messages.sends}
        value={way}
        options={[
          ['contents', messages.sendWays.contents],
          ['message', messages.sendWays.message],
        ]}
        onChange={(next) =>
          onChange(
            next === 'message'
              ? { message: '', contents: undefined, reach: undefined, within: undefined, preferredBy: undefined }
              : { message: undefined, contents: [{ platforms: PUSHES, title: '', text: '' }] },
          )
        }
      />
      {way === 'message' &&
        (names.length > 0 ? (
          <Named
            label={messages.message}
            value={value['message']}
            options={names.map((name) => [name, name] as const)}
            onChange={(message) => onChange({ message })}
          />
        ) : (
          <Field
            label={messages.message}
            value={textOf(value['message'])}
            help={messages.messageHelp}
            onChange={(message) => onChange({ message })}
          />
        ))}
      {contents.map((content, index) => (
        <fieldset key={index} className={css['group']}>
          <legend>{messages.content(index + 1)}</legend>
          <Content value={content} onChange={(change) => write(contents.with(index, change))} />
          <p>
            <ComposeButton
              name={messages.content(index + 1)}
              content={content}
              onWrite={(next) => write(contents.with(index, next))}
            />
          </p>
          {contents.length > 1 && (
            <p>
              <Button kind="quiet" onPress={() => write(contents.toSpliced(index, 1))}>
                {messages.removeContent(index + 1)}
              </Button>
            </p>
          )}
        </fieldset>
      ))}
      {way === 'contents' && (
        <>
          <p>
            <Button onPress={() => write([...contents, { platforms: ['EMAIL'], subject: '', text: '' }])}>
              {messages.addContent}
            </Button>
          </p>
          {contents.length > 1 && <Reach value={value} onChange={onChange} />}
        </>
      )}
    </>
  );
}

/** One content: what the composer writes beyond these fields stays as it is. */
function Content({ value, onChange }: { value: Fields; onChange: (value: Fields) => void }) {
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

function Reach({ value, onChange }: Pick<SendProps, 'value' | 'onChange'>) {
  const messages = useFieldMessages();
  const reach = textOf(value['reach']) || 'all';
  return (
    <>
      <Select
        label={messages.reach}
        value={reach}
        options={(['all', 'first', 'preferred'] as const).map((each) => [each, messages.reaches[each]] as const)}
        onChange={(next) =>
          onChange({
            reach: next === 'all' ? undefined : next,
            within: undefined,
            preferredBy: next === 'preferred' ? 'lastActive' : undefined,
          })
        }
      />
      {reach === 'first' && (
        <Span label={messages.within} value={value['within']} onChange={(within) => onChange({ within })} />
      )}
      {reach === 'preferred' && (
        <OptionalText
          label={messages.preferredBy}
          value={value['preferredBy']}
          onChange={(preferredBy) => onChange({ preferredBy: preferredBy ?? '' })}
        />
      )}
    </>
  );
}
