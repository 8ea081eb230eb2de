import { useQuery } from '@tanstack/react-query';
import type { EditorState } from 'prosemirror-state';
import { useState } from 'react';
import { audienceWords } from '../api/audience.js';
import { Button } from '../kit/controls/button.js';
import { Dialog, DialogActions } from '../kit/controls/dialog.js';
import { Field } from '../kit/controls/field.js';
import { Menu } from '../kit/controls/menu.js';
import { Tool, Tools } from '../kit/controls/tools.js';
import { useApplication } from '../session/application.js';
import { useRichTextMessages } from './messages.js';
import { hasLook, linkAt } from './rich-commands.js';
import type { Look } from './rich-schema.js';
import css from './rich.module.css';
import { ToolIcon } from './tool-icon.js';

/** Addresses that a link of a mail may open; the server decides. */
const LINK = /^(?:https?:\/\/|mailto:|tel:|@\{)/i;

interface RichToolsProps {
  state: EditorState;
  /** The label of the edited text. */
  label: string;
  isLinking: boolean;
  onLinking: (isOpen: boolean) => void;
  onLook: (look: Look) => void;
  onLink: (href: string) => void;
  onPlaceholder: (name: string) => void;
  /** A tool has the focus. */
  onFocus: () => void;
}

/** Offers the looks of a text, each also by a key. */
export function RichTools({
  state,
  label,
  isLinking,
  onLinking,
  onLook,
  onLink,
  onPlaceholder,
  onFocus,
}: RichToolsProps) {
  const messages = useRichTextMessages();
  const { app } = useApplication();
  const attributes = useQuery(audienceWords(app.key)).data?.attributes ?? [];
  const link = linkAt(state);
  return (
    <Tools label={messages.tools(label)} onFocus={onFocus} className={css['tools'] ?? ''}>
      <Tool label={messages.bold} isOn={hasLook(state, 'bold')} onPress={() => onLook('bold')}>
        <ToolIcon shape="bold" />
      </Tool>
      <Tool label={messages.italic} isOn={hasLook(state, 'italic')} onPress={() => onLook('italic')}>
        <ToolIcon shape="italic" />
      </Tool>
      <Dialog
        title={messages.linkTitle}
        isOpen={isLinking}
        onOpenChange={onLinking}
        trigger={
          <Button kind="quiet" label={messages.linkTool}>
            <ToolIcon shape="link" />
          </Button>
        }
      >
        {(close) => (
          <LinkForm
            link={link}
            onLink={(href) => {
              close();
              onLink(href);
            }}
          />
        )}
      </Dialog>
      {attributes.length > 0 && (
        <Menu
          label={messages.placeholder}
          trigger={messages.placeholder}
          groups={[
            {
              entries: attributes.map(({ code }) => ({ id: code, name: code, text: code })),
              onChoose: onPlaceholder,
            },
          ]}
        />
      )}
    </Tools>
  );
}

/** Asks for an address. */
function LinkForm({ link, onLink }: { link: string; onLink: (href: string) => void }) {
  const messages = useRichTextMessages();
  const [href, setHref] = useState(link);
  const [isRefused, setRefused] = useState(false);
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault();
        // The page is in a form of its own behind the dialog.
        event.stopPropagation();
        const written = href.trim();
        if (LINK.test(written)) {
          onLink(written);
        } else {
          setRefused(true);
        }
      }}
    >
      <Field
        // The dialog asks for nothing else.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        label={messages.link}
        help={messages.linkHelp}
        fault={isRefused ? messages.linkRefused : undefined}
        value={href}
        onChange={setHref}
      />
      <DialogActions>
        {link !== '' && (
          <Button kind="danger" onPress={() => onLink('')}>
            {messages.unlink}
          </Button>
        )}
        <Button kind="primary" type="submit">
          {messages.setLink}
        </Button>
      </DialogActions>
    </form>
  );
}
