import { ProseField } from '../kit/controls/composing-fields.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import css from './mails.module.css';
import type { FormBlock } from './mail-form.js';
import { PictureField } from './picture-field.js';
import { RichField } from '../rich-text/rich-field.js';
import { useMailMessages } from './messages.js';

interface BlockFieldsProps {
  block: FormBlock;
  onChange: (fields: Partial<FormBlock>) => void;
}

/** Edits the content of a block by its kind. */
export function BlockFields({ block, onChange }: BlockFieldsProps) {
  const words = useMailMessages();
  const { kind, text, level, url, alt, link, unsubscribe } = block;
  switch (kind) {
    case 'heading':
      return (
        <>
          <RichField label={words.text} words={block} isHeading onChange={onChange} />
          <div className={css['actions']}>
            <Select
              label={words.level}
              value={level}
              options={Object.entries(words.levels)}
              onChange={(value) => onChange({ level: value })}
            />
            <Align block={block} onChange={onChange} />
          </div>
        </>
      );
    case 'text':
      return (
        <>
          <RichField label={words.text} words={block} isHeading={false} onChange={onChange} />
          <Align block={block} onChange={onChange} />
        </>
      );
    case 'image':
      return (
        <>
          <PictureField label={words.picture} value={url} onChange={(value) => onChange({ url: value })} />
          <Field label={words.alt} help={words.altHelp} value={alt} onChange={(value) => onChange({ alt: value })} />
          <Field label={words.link} value={link} onChange={(value) => onChange({ link: value })} />
        </>
      );
    case 'button':
      return (
        <>
          <Field label={words.words} value={text} onChange={(value) => onChange({ text: value })} />
          <Field label={words.link} value={link} onChange={(value) => onChange({ link: value })} />
          <Align block={block} onChange={onChange} />
        </>
      );
    case 'footer':
      return (
        <>
          <ProseField label={words.text} rows={2} value={text} onChange={(value) => onChange({ text: value })} />
          <Field label={words.unsubscribe} value={unsubscribe} onChange={(value) => onChange({ unsubscribe: value })} />
        </>
      );
    case 'columns':
    case 'divider':
      return null;
  }
}

function Align({ block: { align }, onChange }: BlockFieldsProps) {
  const words = useMailMessages();
  return (
    <Select
      label={words.align}
      value={align}
      options={Object.entries(words.aligns)}
      onChange={(value) => onChange({ align: value })}
    />
  );
}
