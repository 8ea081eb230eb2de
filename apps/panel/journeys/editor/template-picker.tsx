import { Button } from '../../kit/controls/button.js';
import { Card } from '../../kit/layout/card.js';
import css from './look/editor.module.css';
import { emptyJourney, fromTemplate, TEMPLATES } from './model/templates.js';
import type { WrittenJourney } from './model/written-journey.js';
import { useTemplateMessages } from './texts/template-messages.js';

interface TemplatePickerProps {
  /** Names that journeys have. */
  names: readonly string[];
  onChoose: (journey: WrittenJourney) => void;
}

/** Journeys to begin with, each with what it is for. */
export function TemplatePicker({ names, onChoose }: TemplatePickerProps) {
  const messages = useTemplateMessages();
  const named = (journey: WrittenJourney): WrittenJourney => ({ ...journey, name: freeName(journey.name, names) });
  return (
    <div className={css['templates']}>
      <Card title={messages.empty}>
        <div className={css['form']}>
          <p>{messages.emptyHelp}</p>
          <p>
            <Button onPress={() => onChoose(named(emptyJourney(messages.emptyName)))}>{messages.beginEmpty}</Button>
          </p>
        </div>
      </Card>
      {TEMPLATES.map((template) => {
        const { purpose, ...texts } = messages.templates[template];
        return (
          <Card key={template} title={texts.name}>
            <div className={css['form']}>
              <p>{purpose}</p>
              <p>
                <Button
                  className={css['begin']}
                  onPress={() =>
                    onChoose(
                      named(
                        fromTemplate(template, {
                          ...texts,
                          lastTitle: messages.lastTitle,
                          lastText: messages.lastText,
                        }),
                      ),
                    )
                  }
                >
                  {messages.use(texts.name)}
                </Button>
              </p>
            </div>
          </Card>
        );
      })}
    </div>
  );
}

/** The name, or with a number behind it: names identify journeys. */
function freeName(name: string, names: readonly string[]): string {
  for (let n = 1; ; n += 1) {
    const free = n === 1 ? name : `${name} ${n}`;
    if (!names.includes(free)) {
      return free;
    }
  }
}
