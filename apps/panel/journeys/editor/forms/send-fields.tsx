import { Button } from '../../../kit/controls/button.js';
import { Select } from '../../../kit/controls/select.js';
import { ComposeButton } from '../contents/compose-button.js';
import { type Fields, fieldsOf, listOf, textOf } from '../model/written-journey.js';
import css from '../look/editor.module.css';
import { useFieldMessages } from '../texts/field-messages.js';
import { ContentFields } from './content-fields.js';
import { DefinitionChoice } from './definition-choice.js';
import { OptionalText, Span } from './parts.js';

interface SendProps {
  value: Fields;
  onChange: (change: Fields) => void;
}

const PUSHES = ['IOS', 'ANDROID'];

/** A message by its name, or contents that are written here. */
export function SendFields({ value, onChange }: SendProps) {
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
      {way === 'message' && (
        <DefinitionChoice value={textOf(value['message'])} onChange={(message) => onChange({ message })} />
      )}
      {contents.map((content, index) => (
        <fieldset key={index} className={css['group']}>
          <legend>{messages.content(index + 1)}</legend>
          <ContentFields value={content} onChange={(change) => write(contents.with(index, change))} />
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
